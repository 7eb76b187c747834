// Tests receipts and statements over HTTP: amounts, methods and rates of a payment, for its buyer
// alone, and the sums of a year.
import { randomInt, randomUUID } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createPlanRound } from '#features/plans/run-plans.ts'
import { reconcilePurchases } from '#features/purchases/card/reconcile-purchases.ts'
import { pollCardEvents } from '#features/purchases/refund/handle-card-events.ts'
import { payRefund } from '#features/purchases/refund/pay-otherwise.ts'
import { refundPurchase } from '#features/purchases/refund/refund-purchase.ts'
import { replaceBatch } from '#features/purchases/replace/replace-batch.ts'
import { findStatement } from '#features/receipts/statement-queries.ts'
import { issueTestBatch } from '#tests/support/people/batch.ts'
import { closeWithBooks } from '#tests/support/people/books.ts'
import {
  disputeAtProvider,
  endRefundAtProvider,
  failRefundOnPage,
  makePollDue,
  refundAtProvider,
  setRefundsAtProvider,
} from '#tests/support/people/card-provider-page.ts'
import { creditTestWallet } from '#tests/support/people/credit.ts'
import {
  endPlanLeases,
  readPlannedPurchases,
  startTestPlan,
} from '#tests/support/people/monthly-plans.ts'
import { newPartner } from '#tests/support/people/partner.ts'
import { cardOrder, newPhone, Person, type TestBatch } from '#tests/support/people/person.ts'
import { purchaseIdOf } from '#tests/support/people/purchase-books.ts'
import { numberAll } from '#tests/support/people/receipt-numbers.ts'
import {
  appendOnce,
  issueTonnes,
  recordRows,
  retiredRow,
  unaudited,
} from '#tests/support/people/retirements.ts'
import { claim, newAchiever, rewardOrder } from '#tests/support/people/rewards.ts'
import { splitOrder } from '#tests/support/people/split-order.ts'
import { readPdf } from '#tests/support/read-pdf.ts'
import { cardEventsOf, failCards } from '#tests/support/stand-ins/sandbox-faults.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'
import { statement } from '#tests/support/test-statement.ts'

const seller = {
  SELLER_NAME: 'Kilogram Ltd',
  SELLER_ADDRESS: '1 Forest Row, Leeds',
  SELLER_VAT_NUMBER: 'GB123456789',
  SELLER_TAX_NUMBER: '12/345/67890',
  SELLER_REGISTER: 'Company number 01234567 | Director Ada L.',
  SUPPORT_EMAIL: 'help@kilogram.example',
}
const sellerLines = Object.values(seller).flatMap((text) => text.split(' | '))
/** The row of France is what TAX=none gives: a rate of 0 without a reason. */
const rates = `country,rate,from,reason
*,0,2020-01-01,outside_scope
GB,20,2020-01-01,
US,8.875,2020-01-01,
FR,0,2020-01-01,
IT,0,2020-01-01,exempt
ES,0,2020-01-01,small_business
IE,0,2020-01-01,zero_rated
`
const thaw = statement('test-thaw-purchases', {}, 'alter table purchases disable trigger user')
const freeze = statement('test-freeze-purchases', {}, 'alter table purchases enable trigger user')
const move = statement(
  'test-move-completion',
  {},
  'update purchases set completed_at = completed_at + make_interval(days => $2) where tx_id = $1',
)
const renameProject = statement(
  'test-rename-project',
  {},
  'update projects set name = $2, shown_name = null, registry_name = $3 where id = $1',
)
const numberOfProject = statement(
  'test-number-of-project',
  { registry: 'text', external_id: 'text' },
  'select registry, external_id from projects where id = $1',
)
const pay = statement(
  'test-pay-in-another-currency',
  {},
  'update purchases set currency = $2 where tx_id = $1',
)
/** Changes a completed purchase, which only the owner of the database can. */
function change(what: typeof move | typeof pay, ...values: [txId: string, value: unknown]) {
  return test.services.db.transaction(async (tx) => {
    await tx.run(thaw)
    await tx.run(what, values)
    await tx.run(freeze)
  })
}
const captureByHand = statement(
  'test-capture-by-hand',
  {},
  `update sandbox_cards.payments set status = 'captured' where step_key = $1`,
)
const cardOf = statement(
  'test-card-of-purchase',
  { brand: 'text?', digits: 'text?', country: 'bpchar?', tax: 'bpchar?', documents: 'int8' },
  `select card_brand as brand, card_last_four as digits, card_country as country, tax_country as tax,
     (select count(*) from tax_documents d where d.purchase_id = p.id) as documents
   from purchases p where tx_id = $1`,
)
let folder: string
let test: TestApp
/** How far the server's clock is ahead. */
let aheadMs = 0
beforeAll(async () => {
  const clock = () => Date.now() + aheadMs
  folder = await mkdtemp(join(tmpdir(), 'receipts-'))
  const TAX = join(folder, 'rates.csv')
  await writeFile(TAX, rates)
  test = await startTestApp({ ...seller, TAX }, () => ({ clock }), { background: false })
})
afterAll(async () => {
  await closeWithBooks(test)
  await rm(folder, { recursive: true })
})

/** Buys at 0.02 a kilogram by all wallets, the welcome credit included, and the card. */
async function buyWithAll(buyer: Person, batch: TestBatch, kg: number): Promise<string> {
  const asked = {
    ...{ phone: buyer.phone, total_price: kg / 50 },
    ...{ currency: 'GBP', user_currency: 'GBP' },
  }
  const quote = (await buyer.post('/api/wallet/prepay-preview', asked)).body
  const order = {
    ...cardOrder(batch, kg, await buyer.cardToken()),
    payment_method: 'wallet+card',
    wallet_tx_id: quote.wallet_tx_id,
    wallet_used: quote.wallet_used,
    card_used: quote.card_needed,
  }
  const { txId } = (await buyer.reserve(order, { key: randomUUID() })).body
  expect((await buyer.complete(txId)).status).toBe(200)
  return txId
}

const pathOf = (txId: string) => `/api/tokens/transaction/${txId}/receipt.pdf`
async function receiptOf(who: Person, txId: string) {
  await numberAll(test.services)
  const answer = await fetch(`${test.url}${pathOf(txId)}`, { headers: { cookie: who.cookie } })
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/pdf'])
  expect(answer.headers.get('cache-control')).toBe('no-store')
  expect(answer.headers.get('content-disposition')).toContain(`receipt-${txId}.pdf`)
  return readPdf(Buffer.from(await answer.arrayBuffer()))
}

it('names the seller, the kilograms, and the amounts by card and wallet, in the buyer’s language', async () => {
  const buyer = await new Person(test.url).signIn()
  const batch = await issueTestBatch(test.services.db, { kg: 1_000, priceMicros: 31_415 })
  const asked = { phone: buyer.phone, total_price: 3.14, currency: 'GBP', user_currency: 'GBP' }
  const quote = (await buyer.post('/api/wallet/prepay-preview', asked)).body
  const { body } = await buyer.reserve(
    {
      ...cardOrder(batch, 100, await buyer.cardToken()),
      payment_method: 'wallet+card',
      wallet_tx_id: quote.wallet_tx_id,
      wallet_used: 1,
      card_used: 2.14,
    },
    { key: randomUUID() },
  )
  expect((await buyer.complete(body.txId)).status).toBe(200)
  const paper = await receiptOf(buyer, body.txId)
  expect(paper).toMatchObject({ isTagged: true, language: 'en', pages: 1 })
  expect(paper.title).toMatch(/^Receipt R-20\d\d-\d{6}$/)
  const text = paper.text.replaceAll('- ', '-')
  const words = [...sellerLines, body.txId, 'Test wind farm', batch.serial, '100 kg CO2']
  for (const word of [...words, '£0.031415']) expect(text).toContain(word)
  expect(text).toContain('By card: Visa ending in 4242 £2.14')
  // The Welcome credit is a discount: 2.14 are taxed, at 20 %.
  expect(text).toMatch(/Receipt number R-20\d\d-\d{6} /)
  expect(text).toContain(
    'Price before discounts £3.14 Discount: Welcome −£1.00 ' +
      'Net £1.78 VAT (20%, United Kingdom) £0.36 Gross after discounts £2.14 By card',
  )
  expect(text).toContain('no real money')
  expect(text).not.toContain('Exchange rate')
  await buyer.call('PATCH', '/api/profile', { language: 'tr' })
  const turkish = await receiptOf(buyer, body.txId)
  expect(turkish.language).toBe('tr')
  for (const amount of ['£0,031415', '£3,14', '£1,00', '£2,14']) {
    expect(turkish.text).toContain(amount)
  }
})

it('shows the rate where the batch was sold in another currency', async () => {
  const buyer = await new Person(test.url).signIn()
  const batch = await issueTestBatch(test.services.db, { kg: 1_000, currency: 'EUR' })
  const txId = await buyer.buyByCard(batch, 100)
  const { text } = await receiptOf(buyer, txId)
  expect(text).toMatch(/Price per kg €0\.0200/)
  expect(text).toMatch(/Exchange rate 1 EUR = 0\.\d{4} GBP \(0\.\d{5,10}\)/)
})

it('is the buyer’s alone: the giver’s of a gift, never the receiver’s', async () => {
  const giver = await new Person(test.url).signIn()
  const batch = await issueTestBatch(test.services.db, { kg: 1_000 })
  const phone = newPhone()
  const order = { ...cardOrder(batch, 50, await giver.cardToken()), is_gift: 1, telephone: phone }
  const { body } = await giver.reserve(order, { key: randomUUID() })
  expect((await giver.get(pathOf(body.txId))).status).toBe(404)
  await giver.complete(body.txId)
  const receiver = await new Person(test.url, phone).signIn()
  const statuses = [
    (await receiver.get(pathOf(body.txId))).status,
    (await new Person(test.url).get(pathOf(body.txId))).status,
    (await giver.get(pathOf('CP-AAAA-AAAA-AAAA'))).status,
    (await giver.get(pathOf('%27'))).status,
  ]
  expect(statuses).toEqual([404, 401, 404, 404])
  const { text } = await receiptOf(giver, body.txId)
  expect(text).not.toContain(phone)
})

it('shows a refund under way or completed, and no dispute', async () => {
  const { db } = test.services
  const buyer = await new Person(test.url).signIn()
  const batch = await issueTestBatch(db, { kg: 1_000 })
  const [txId, disputed] = [await buyer.buyByCard(batch, 50), await buyer.buyByCard(batch, 50)]
  await disputeAtProvider(db, await purchaseIdOf(db, disputed), 'open')
  await makePollDue(db, 'cards')
  await pollCardEvents(test.services)
  expect((await buyer.get('/api/tokens/transaction/me')).body[0].status).toBe('DISPUTED')
  for (const each of [txId, disputed]) {
    const { text } = await receiptOf(buyer, each)
    expect(text).toMatch(
      / Date \d+ \w+ \d{4} \(UTC\) Item Carbon credits, vintage \d{4}, .+ Project /,
    )
    expect(text).not.toContain('Refunded')
  }
  await failCards(db, 'refund', 'unknown')
  const record = async () => undefined
  const refund = { txId, keepsKilograms: false, record }
  expect(await refundPurchase(test.services, refund)).toEqual({ stage: 'refunding' })
  expect((await receiptOf(buyer, txId)).text).toContain('Refunded: the refund is on its way')
  await reconcilePurchases(test.services, 0)
  expect((await receiptOf(buyer, txId)).text).toContain('Refunded: the money went back')
})

describe('a receipt number', () => {
  it('is awaited with 409 and Retry-After, in the file too', async () => {
    const buyer = await new Person(test.url).signIn()
    const batch = await issueTestBatch(test.services.db, { kg: 1_000 })
    const txId = await buyer.buyByCard(batch, 50)
    const early = await buyer.get(pathOf(txId))
    expect([early.status, early.body.code]).toEqual([409, 'not_yet'])
    expect(Number(early.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await receiptOf(buyer, txId)).text).toContain('Receipt number R-')
  })

  it('is on no receipt that discounts or a reward paid alone', async () => {
    const batch = await issueTestBatch(test.services.db, { kg: 1_000 })
    const { me, token } = await newAchiever(test.url, batch)
    await claim(me, token)
    const reward = (await me.reserve(rewardOrder(batch, token))).body.txId
    expect((await me.complete(reward)).status).toBe(200)
    const welcome = (await me.reserve(await splitOrder(me, batch, 20))).body.txId
    expect((await me.complete(welcome)).status).toBe(200)
    for (const txId of [reward, welcome]) {
      expect((await me.get(pathOf(txId))).status).toBe(200)
      const { text } = await receiptOf(me, txId)
      expect(text).toContain('No money was paid, so this receipt has no number and no tax.')
      expect(text).toContain('Total £0.00')
      for (const word of ['Receipt number', 'VAT (', 'Net ']) expect(text).not.toContain(word)
    }
  })
})

describe('a credit note', () => {
  const notePathOf = (txId: string) => `/api/tokens/transaction/${txId}/credit-note.pdf`
  async function notesOf(who: Person, txId: string) {
    const answer = await fetch(`${test.url}${notePathOf(txId)}`, {
      headers: { cookie: who.cookie },
    })
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/pdf'])
    expect(answer.headers.get('content-disposition')).toContain(`credit-note-${txId}.pdf`)
    return readPdf(Buffer.from(await answer.arrayBuffer()))
  }

  it('shows seller, numbers, day, amounts, tax and card, each on a page, for the buyer alone', async () => {
    const { db } = test.services
    const buyer = await new Person(test.url).signIn()
    const batch = await issueTestBatch(db, { kg: 1_000 })
    const txId = await buyer.buyByCard(batch, 107)
    const id = await purchaseIdOf(db, txId)
    await numberAll(test.services)
    const none = await buyer.get(notePathOf(txId))
    expect([none.status, none.body.code]).toEqual([404, 'credit_note_not_found'])
    const [before] = (await buyer.get('/api/tokens/transaction/me')).body
    expect(before).not.toHaveProperty('has_credit_note')
    await refundAtProvider(db, id, 80)
    await makePollDue(db, 'cards')
    await pollCardEvents(test.services)
    await numberAll(test.services)
    const record = async () => undefined
    await refundPurchase(test.services, { txId, keepsKilograms: false, record })
    await numberAll(test.services)
    await endRefundAtProvider(db, id, 'failed')
    await makePollDue(db, 'cards')
    await pollCardEvents(test.services)
    await numberAll(test.services)
    const [entry] = (await buyer.get('/api/tokens/transaction/me')).body
    expect(entry).toMatchObject({ tx_id: txId, has_credit_note: true })
    const paper = await notesOf(buyer, txId)
    expect(paper).toMatchObject({ isTagged: true, language: 'en', pages: 2 })
    expect(paper.title).toMatch(/^Credit note C-\S+, C-\S+$/)
    for (const word of [...sellerLines, txId, 'Test wind farm', 'Visa ending in 4242']) {
      expect(paper.text).toContain(word)
    }
    expect(paper.text.match(/Sandbox: no real/g)).toHaveLength(2)
    expect(paper.text.match(/Credit note number C-20\d\d-\d{6}/g)).toHaveLength(2)
    expect(paper.text.match(/For receipt R-20\d\d-\d{6}/g)).toHaveLength(2)
    expect(paper.text).toContain(
      'Net £0.67 VAT (20%, United Kingdom) £0.13 Gross £0.80 Back to the card: Visa ending in 4242 £0.80',
    )
    expect(paper.text).toContain(
      'Net £1.11 VAT (20%, United Kingdom) £0.23 Gross £1.34 Not on the card: its refund failed £1.34',
    )
    const other = await new Person(test.url).signIn()
    expect((await other.get(notePathOf(txId))).status).toBe(404)
    expect((await new Person(test.url).get(notePathOf(txId))).status).toBe(401)
    expect((await buyer.get(notePathOf('%27'))).status).toBe(404)
    await buyer.call('PATCH', '/api/profile', { language: 'de' })
    expect((await notesOf(buyer, txId)).text).toContain('Nummer der Rechnungskorrektur')
  })
})

it('a credit note names what it credits: kilograms, credits and the day of the receipt', async () => {
  const { db } = test.services
  const buyer = await new Person(test.url).signIn()
  const batch = await issueTestBatch(db, { kg: 1_000 })
  const txId = await buyer.buyByCard(batch, 107)
  await numberAll(test.services)
  const record = async () => undefined
  await refundPurchase(test.services, { txId, keepsKilograms: false, kg: 33, record })
  await numberAll(test.services)
  await refundPurchase(test.services, { txId, keepsKilograms: false, record })
  await numberAll(test.services)
  const answer = await fetch(`${test.url}/api/tokens/transaction/${txId}/credit-note.pdf`, {
    headers: { cookie: buyer.cookie },
  })
  const { text } = await readPdf(Buffer.from(await answer.arrayBuffer()))
  expect(text).toContain('Quantity 33 of 107 kg CO2')
  expect(text).toContain('Quantity 74 of 107 kg CO2')
  expect(text.match(/Item Carbon credits, vintage 2024, /g)).toHaveLength(2)
  expect(text.match(/For receipt R-20\d\d-\d{6} of \d+ \w+ 20\d\d/g)).toHaveLength(2)
})

/** Refunds at the card provider, and reads what it did. */
async function settleAndNumber(work: Promise<unknown>) {
  await work
  await makePollDue(test.services.db, 'cards')
  await pollCardEvents(test.services)
  await numberAll(test.services)
}
async function notesTextOf(who: Person, txId: string) {
  const path = `/api/tokens/transaction/${txId}/credit-note.pdf`
  const answer = await fetch(`${test.url}${path}`, { headers: { cookie: who.cookie } })
  return (await readPdf(Buffer.from(await answer.arrayBuffer()))).text
}

describe('a refund in part whose card money failed', () => {
  const record = async () => undefined

  it('is missing on note and receipt, and owed in the year, until it is paid without the card', async () => {
    const { db } = test.services
    const buyer = await new Person(test.url).signIn()
    const txId = await buyer.buyByCard(await issueTestBatch(db, { kg: 1_000 }), 100)
    await numberAll(test.services)
    await setRefundsAtProvider(db, await purchaseIdOf(db, txId), 'failed')
    const refund = { txId, keepsKilograms: false, kg: 30, record }
    await settleAndNumber(refundPurchase(test.services, refund))
    const missing = 'Not on the card: its refund failed £0.60'
    const failed = 'Refunded: the refund failed, we still owe you the money'
    const note = await notesTextOf(buyer, txId)
    expect(note).toContain(`Gross £0.60 ${missing}`)
    expect(note).toContain(failed)
    expect(note).not.toContain('Back to the card')
    const { text: receipt } = await receiptOf(buyer, txId)
    expect(receipt).toContain(`Left after credit notes £1.40 ${missing}`)
    expect(receipt).toContain(failed)
    expect((await statementOf(buyer)).text).toContain(
      'Paid £2.00 Refunds that did not reach you yet £0.60',
    )
    await settleAndNumber(payRefund(test.services, { txId, reference: 'B-3', record }))
    const paid = await notesTextOf(buyer, txId)
    expect(paid).toContain('Gross £0.60 Without the card £0.60')
    expect(paid).not.toContain('Back to the card')
    const otherwise = 'Paid without the card, because its refund failed: £0.60.'
    for (const text of [paid, (await receiptOf(buyer, txId)).text]) {
      expect(text).toContain(otherwise)
      expect(text).not.toContain('Not on the card')
    }
    expect((await statementOf(buyer)).text).not.toContain('did not reach you')
  })

  it('is missing on note and receipt if it failed on the provider’s page', async () => {
    const { db } = test.services
    const buyer = await new Person(test.url).signIn()
    const txId = await buyer.buyByCard(await issueTestBatch(db, { kg: 1_000 }), 100)
    await numberAll(test.services)
    const id = await purchaseIdOf(db, txId)
    await settleAndNumber(refundAtProvider(db, id, 80))
    expect(await notesTextOf(buyer, txId)).toContain('Back to the card: Visa ending in 4242 £0.80')
    await settleAndNumber(failRefundOnPage(db, id, 80))
    const missing = 'Not on the card: its refund failed £0.80'
    expect(await notesTextOf(buyer, txId)).toContain(`Gross £0.80 ${missing}`)
    expect((await receiptOf(buyer, txId)).text).toContain(missing)
    await settleAndNumber(refundPurchase(test.services, { txId, keepsKilograms: false, record }))
    expect(await notesTextOf(buyer, txId)).not.toContain('Not on the card')
  })
})

describe('a credit note of money alone', () => {
  const record = async () => undefined

  it('is a price reduction, and the note of the rest has the kilograms', async () => {
    const { db } = test.services
    const buyer = await new Person(test.url).signIn()
    const txId = await buyer.buyByCard(await issueTestBatch(db, { kg: 1_000 }), 107)
    await numberAll(test.services)
    await settleAndNumber(refundAtProvider(db, await purchaseIdOf(db, txId), 80))
    expect(await notesTextOf(buyer, txId)).not.toContain('Quantity')
    await settleAndNumber(refundPurchase(test.services, { txId, keepsKilograms: false, record }))
    const text = await notesTextOf(buyer, txId)
    expect(text.match(/Price reduction £0\.80 of £2\.14/g)).toHaveLength(1)
    expect(text.match(/Quantity 107 kg CO2/g)).toHaveLength(1)
    const [first = '', second = ''] = text.match(/C-20\d\d-\d{6}(?= For receipt)/g) ?? []
    const { text: year } = await statementOf(buyer)
    expect(year).toMatch(new RegExp(`Paid back: .+? ${first} ${second} – −£2\\.14`))
    expect(year).toMatch(new RegExp(`Taken back with refunds: [^:]+ CP-\\S+ ${second} −107`))
  })

  it('is one whose kilograms stay with their holder', async () => {
    const buyer = await new Person(test.url).signIn()
    const txId = await buyer.buyByCard(await issueTestBatch(test.services.db, { kg: 1_000 }), 107)
    await numberAll(test.services)
    await settleAndNumber(refundPurchase(test.services, { txId, keepsKilograms: true, record }))
    const text = await notesTextOf(buyer, txId)
    expect(text).toContain('Price reduction £2.14 of £2.14')
    expect(text).not.toContain('Quantity')
  })

  it('leaves the kilograms of a part and of the rest to their notes, of one round too', async () => {
    const { db } = test.services
    const buyer = await new Person(test.url).signIn()
    const txId = await buyer.buyByCard(await issueTestBatch(db, { kg: 1_000 }), 107)
    await numberAll(test.services)
    await settleAndNumber(refundAtProvider(db, await purchaseIdOf(db, txId), 20))
    await refundPurchase(test.services, { txId, keepsKilograms: false, kg: 33, record })
    await makePollDue(db, 'cards')
    await pollCardEvents(test.services)
    await settleAndNumber(refundPurchase(test.services, { txId, keepsKilograms: false, record }))
    const text = await notesTextOf(buyer, txId)
    const quantities = text.match(/(Quantity|Price reduction) \S+ of \S+/g)
    expect(quantities).toEqual([
      'Price reduction £0.20 of £2.14',
      'Quantity 33 of 107',
      'Quantity 74 of 107',
    ])
  })
})

it('a credit note says which ways its money goes back, and the receipt names the credit notes', async () => {
  const { db } = test.services
  const buyer = await new Person(test.url).signIn()
  const partner = await newPartner(test.services, test.url)
  await partner.credit(buyer.phone, 3, 'EUR')
  const batch = await issueTestBatch(db, { kg: 5_000 })
  const txId = await buyWithAll(buyer, batch, 400)
  await numberAll(test.services)
  const record = async () => undefined
  await refundPurchase(test.services, { txId, keepsKilograms: false, kg: 100, record })
  await makePollDue(db, 'cards')
  await pollCardEvents(test.services)
  await numberAll(test.services)
  await refundPurchase(test.services, { txId, keepsKilograms: false, record })
  await numberAll(test.services)
  const path = `/api/tokens/transaction/${txId}/credit-note.pdf`
  const answer = await fetch(`${test.url}${path}`, { headers: { cookie: buyer.cookie } })
  const { text, pages } = await readPdf(Buffer.from(await answer.arrayBuffer()))
  expect(pages).toBe(2)
  const penceAfter = (words: string) =>
    [...text.matchAll(new RegExp(`${words} (?:€[\\d.]+ = )?[−]?£([\\d.]+)`, 'g'))].map(
      ([, pounds]) => Math.round(Number(pounds) * 100),
    )
  const [prices, gross] = [
    penceAfter('Price of what is credited'),
    penceAfter('Gross after discounts'),
  ]
  expect(prices).toEqual([200, 600])
  const ways = ['Back to the card: Visa ending in 4242', 'Back to the wallet Welcome']
  const [card, welcome] = [penceAfter(ways[0] ?? ''), penceAfter(ways[1] ?? '')]
  const funded = penceAfter('Back to the wallet (?!Welcome)[^€]+')
  const discounts = penceAfter('Discount: Welcome')
  for (const note of [0, 1]) {
    const [price = 0, discount = 0] = [prices[note], discounts[note]]
    expect(gross[note]).toBe(price - discount)
    expect((card[note] ?? 0) + (funded[note] ?? 0)).toBe(gross[note])
    expect(welcome[note]).toBe(discount)
  }
  expect(discounts).toEqual([25, 75])
  const { text: receipt } = await receiptOf(buyer, txId)
  expect(receipt).toMatch(/Credit note: C-\S+ of \d+ \w+ 20\d\d −£1\.75/)
  expect(receipt).toMatch(
    /Credit note: C-\S+ of \d+ \w+ 20\d\d −£5\.25 Left after credit notes £0\.00/,
  )
})

describe('the tax of a document', () => {
  const digits = () => String(randomInt(100_000, 999_999))
  /** Buys 100 kg at the number, and returns the words of the receipt, and of the credit note after a refund. */
  async function wordsFor(phone: string) {
    const batch = await issueTestBatch(test.services.db, { kg: 1_000 })
    const buyer = await new Person(test.url, phone).signIn()
    const txId = await buyer.buyByCard(batch, 100)
    const { text: receipt } = await receiptOf(buyer, txId)
    const record = async () => undefined
    await refundPurchase(test.services, { txId, keepsKilograms: false, record })
    await numberAll(test.services)
    const path = `/api/tokens/transaction/${txId}/credit-note.pdf`
    const answer = await fetch(`${test.url}${path}`, { headers: { cookie: buyer.cookie } })
    const { text: note } = await readPdf(Buffer.from(await answer.arrayBuffer()))
    return { receipt, note }
  }

  it('has its country and its rate, and is called VAT where it is one', async () => {
    const { receipt } = await wordsFor(`+1212555${digits().slice(2)}`)
    expect(receipt).toContain('Tax (8.875%, United States)')
    expect(receipt).not.toContain('Why no tax')
  })

  it('has the reason alone where there is no rate, and a rate of 0 where it is the rate', async () => {
    const none = [
      [`+31612${digits()}`, 'VAT (Netherlands) Outside the scope of the tax Total €'],
      [`+393123${digits()}`, 'VAT (Italy) Exempt from tax Total €'],
      [
        `+34612${digits()}`,
        'VAT (Spain) The seller is a small business and charges no tax Total €',
      ],
    ] as const
    for (const [phone, words] of none) {
      for (const text of Object.values(await wordsFor(phone))) {
        expect(text).toContain(words)
        for (const word of ['0%', 'Net ', 'Gross']) expect(text).not.toContain(word)
      }
    }
    const zero = /Net (\S+) VAT \(0%, Ireland\) \S0\.00 Why no tax Zero-rated Gross \1 /
    for (const text of Object.values(await wordsFor(`+353851${digits()}`))) {
      expect(text).toMatch(zero)
    }
  })

  it('is not on the documents of a seller who charges none', async () => {
    const { receipt, note } = await wordsFor(`+33612${digits()}`)
    for (const [text, number] of [
      [receipt, 'Receipt number R-'],
      [note, 'Credit note number C-'],
    ] as const) {
      expect(text).toContain(number)
      expect(text).toMatch(/Total €\d/)
      const words = text.replace(/VAT number \S+|Tax number \S+/g, '')
      for (const word of [/VAT/, /\btax/i, /Net /, /Gross/, /0%/]) expect(words).not.toMatch(word)
    }
  })
})

it('a credit note says that the refund failed, and what was paid without the card', async () => {
  const { db } = test.services
  const buyer = await new Person(test.url).signIn()
  const batch = await issueTestBatch(db, { kg: 1_000 })
  const txId = await buyer.buyByCard(batch, 100)
  await setRefundsAtProvider(db, await purchaseIdOf(db, txId), 'failed')
  const record = async () => undefined
  const noteText = async () => {
    await makePollDue(db, 'cards')
    await pollCardEvents(test.services)
    await numberAll(test.services)
    const path = `/api/tokens/transaction/${txId}/credit-note.pdf`
    const answer = await fetch(`${test.url}${path}`, { headers: { cookie: buyer.cookie } })
    return (await readPdf(Buffer.from(await answer.arrayBuffer()))).text
  }
  await numberAll(test.services)
  await refundPurchase(test.services, { txId, keepsKilograms: false, record })
  const failed = await noteText()
  expect(failed).toContain('Refunded: the refund failed, we still owe you the money')
  expect(failed).not.toContain('Paid without the card')
  await payRefund(test.services, { txId, reference: 'B-1', record })
  expect(await noteText()).toContain('Paid without the card, because its refund failed: £2.00.')
})

it('names a run of a monthly plan', async () => {
  const { db } = test.services
  const buyer = await new Person(test.url).signIn()
  const batch = await issueTestBatch(db, { kg: 10_000 })
  const credit = { passportId: buyer.id, currency: 'GBP', amountMinor: 10_000 }
  await creditTestWallet(db, credit)
  const { first } = await startTestPlan(buyer, batch)
  const round = createPlanRound(test.services)
  await endPlanLeases(db)
  while ((await round(first)) > 0);
  const [planned] = await readPlannedPurchases(db, buyer)
  const { text } = await receiptOf(buyer, planned?.tx_id ?? '')
  expect(text).toContain('Kind of purchase Monthly plan Item')
})

it('names a gift, and no other purchase', async () => {
  const giver = await new Person(test.url).signIn()
  const batch = await issueTestBatch(test.services.db, { kg: 1_000 })
  const order = {
    ...cardOrder(batch, 50, await giver.cardToken()),
    is_gift: 1,
    telephone: newPhone(),
  }
  const { body } = await giver.reserve(order, { key: randomUUID() })
  await giver.complete(body.txId)
  expect((await receiptOf(giver, body.txId)).text).toContain('Kind of purchase Gift Item')
  const own = await giver.buyByCard(batch, 50)
  expect((await receiptOf(giver, own)).text).not.toContain('Kind of purchase')
})

it('writes the codes of a project and a registry whose names the fonts cannot write', async () => {
  const { db } = test.services
  const buyer = await new Person(test.url).signIn()
  const batch = await issueTestBatch(db, { kg: 1_000 })
  await db.run(renameProject, [batch.projectId, 'مشروع الرياح', '国家核证自愿减排量'])
  const txId = await buyer.buyByCard(batch, 50)
  await numberAll(test.services)
  const { text } = await receiptOf(buyer, txId)
  const [{ registry, external_id: id } = { registry: '', external_id: '' }] = await db.run(
    numberOfProject,
    [batch.projectId],
  )
  expect(text).toContain(`vintage 2024, ${registry} Project ${id}`)
})

it('the printed rate gives the printed total', async () => {
  const buyer = await new Person(test.url).signIn()
  const batch = await issueTestBatch(test.services.db, { kg: 5_000, currency: 'EUR' })
  const txId = await buyer.buyByCard(batch, 4_999)
  await numberAll(test.services)
  const { text } = await receiptOf(buyer, txId)
  const [, price] = /Price per kg €([\d.]+)/.exec(text) ?? []
  const [, rate] = /\((0\.\d{5,10})\)/.exec(text) ?? []
  const [, total] = /Gross £([\d.]+)/.exec(text) ?? []
  expect((4_999 * Number(price) * Number(rate)).toFixed(2)).toBe(total)
})

it('keeps receipts and credit notes, and erases the card, with the buyer', async () => {
  const { db } = test.services
  const buyer = await new Person(test.url).signIn()
  const batch = await issueTestBatch(db, { kg: 1_000 })
  const txId = await buyer.buyByCard(batch, 50)
  await numberAll(test.services)
  const file = (await buyer.get('/api/profile/export')).body
  const text = JSON.stringify(file)
  for (const word of [
    '"brand":"visa"',
    '"last four digits":"4242"',
    '"country of taxation":"GB"',
  ]) {
    expect(text).toContain(word)
  }
  expect(text).toMatch(/"number":"R-20\d\d-\d{6}"/)
  expect(file['receipts and credit notes']).toMatchObject([
    {
      ...{ transaction: txId, country: 'GB', 'net amount': '0.83 GBP' },
      ...{ tax: '0.17 GBP, 20 percent', 'gross amount': '1.00 GBP' },
    },
  ])
  const code = await buyer.codeFor('delete')
  const erased = await buyer.signed('/api/profile', { code }, { method: 'DELETE' })
  expect(erased.status).toBe(204)
  const [row] = await db.run(cardOf, [txId])
  expect(row).toEqual({ brand: null, digits: null, country: null, tax: 'GB', documents: 1 })
})

const thisYear = new Date().getUTCFullYear()
const pathOfYear = (year: number | string) => `/passport/statement.pdf?year=${year}`
async function statementOf(who: Person, year = thisYear) {
  const answer = await fetch(`${test.url}${pathOfYear(year)}`, { headers: { cookie: who.cookie } })
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/pdf'])
  expect(answer.headers.get('cache-control')).toBe('no-store')
  expect(answer.headers.get('content-disposition')).toContain(`statement-${year}.pdf`)
  return readPdf(Buffer.from(await answer.arrayBuffer()))
}
async function give(giver: Person, batch: TestBatch, telephone: string, kg: number) {
  const order = { ...cardOrder(batch, kg, await giver.cardToken()), is_gift: 1, telephone }
  const { body } = await giver.reserve(order, { key: randomUUID() })
  expect((await giver.complete(body.txId)).status).toBe(200)
}

describe('the statement of a year', () => {
  it('adds up from the first day to the last, and shows payments and refunds', async () => {
    const who = await new Person(test.url).signIn()
    const friend = await new Person(test.url).signIn()
    const batch = await issueTestBatch(test.services.db, { kg: 5_000 })
    await who.buyByCard(batch, 200)
    const refunded = await who.buyByCard(batch, 100)
    await give(who, batch, friend.phone, 70)
    await give(friend, batch, who.phone, 60)
    const record = async () => undefined
    await refundPurchase(test.services, { txId: refunded, keepsKilograms: false, record })
    const paper = await statementOf(who)
    expect(paper).toMatchObject({ isTagged: true, language: 'en', pages: 1 })
    expect(paper.title).toBe(`Statement ${thisYear}`)
    for (const words of [
      ...[seller.SELLER_NAME, `1 January ${thisYear} to `, 'no real money'],
      'At the beginning 0 kg CO2 Bought + 300 kg CO2 From rewards 0 kg CO2',
      'Gifts received + 60 kg CO2 Taken back with refunds − 100 kg CO2 At the end 260 kg CO2',
      'Gifts given 70 kg CO2 Retired at the registries 0 kg CO2',
      'Paid £7.40 Paid back − £2.00 Paid, less what was paid back £5.40',
      `Passport ${who.id} Issued on `,
      ...[`Bought: Test wind farm ${refunded} +100 +£2.00`, ' +60 – ', ' 70 +£1.40', ' −100 – '],
      `Paid back: Test wind farm (Card) ${refunded} – −£2.00`,
    ]) {
      expect(paper.text).toContain(words)
    }
    const places = ['Bought', 'Gifts given', 'Gifts received', 'Taken back with refunds'].map(
      (kind) => paper.text.indexOf(`${kind}: Test wind farm`),
    )
    expect(places).toEqual(places.toSorted((one, other) => one - other))
    expect(paper.text).not.toContain(friend.phone.slice(1))
    expect(paper.text).not.toContain('These are the first')
    expect(new Set(paper.roles)).toContain('Table')
    expect((await statementOf(friend)).text).toContain('Taken back with refunds 0 kg CO2')
    aheadMs = Date.UTC(thisYear + 1, 0, 5, 12) - Date.now()
    const next = (await statementOf(who, thisYear + 1)).text
    aheadMs = 0
    expect(next).toContain(`1 January ${thisYear + 1} to 5 January ${thisYear + 1}, `)
    expect(next).toContain('At the beginning 260 kg CO2 Bought 0 kg CO2')
    expect(next).toContain('At the end 260 kg CO2')
    expect(next).not.toContain('Entries')
  })

  it('shows the kilograms that a registry retired, and leaves out replacements', async () => {
    const { db } = test.services
    const who = await new Person(test.url).signIn()
    const giver = await new Person(test.url).signIn()
    const [tonnes, others] = [await issueTonnes(db, 2), await issueTonnes(db, 2)]
    await give(giver, tonnes, who.phone, 300)
    await who.buyByCard(tonnes, 1_200)
    await give(giver, others, newPhone(), 20)
    while (await appendOnce(test));
    expect((await recordRows(db, [retiredRow(tonnes.part(1, 1), 1, 'R-1')])).faults).toEqual([])
    const retired = 'Retired at the registries 1,000 kg CO2'
    expect((await statementOf(who, 2026)).text).toContain(retired)
    const serials = { serial: tonnes.serial, bySerial: others.serial, reason: 'taken back' }
    expect(await replaceBatch(db, { ...serials, audit: unaudited })).toHaveProperty('kg', 500)
    const { text } = await statementOf(who)
    expect(text).toContain('Bought + 1,200 kg CO2 From rewards 0 kg CO2 Gifts received + 300 kg')
    expect(text).toContain('Taken back with refunds 0 kg CO2 At the end 1,500 kg CO2')
    expect(text.match(/(Bought|Gifts received): /g)).toHaveLength(2)
    expect(text).not.toContain('These are the first')
    expect((await statementOf(who, 2026)).text).toContain(retired)
    // Given kilograms are retired for their holder; a waiting gift counts as given too.
    const given = 'Gifts given 320 kg CO2 Retired at the registries 0 kg CO2'
    expect((await statementOf(giver, 2026)).text).toContain(given)
  })

  it('shows retirements of the last day of a year and the first of the next, each in its own', async () => {
    const { db } = test.services
    const who = await new Person(test.url).signIn()
    const tonnes = await issueTonnes(db, 3)
    for (const kg of [1_000, 400, 400, 199, 15]) await who.buyByCard(tonnes, kg)
    while (await appendOnce(test));
    const rows = ['2025-01-01', '2024-12-31'].map((day, place) => {
      const serial = tonnes.part(place + 1, place + 1)
      return retiredRow(serial, 1, `R-${day}`, '', day)
    })
    expect((await recordRows(db, rows)).faults).toEqual([])
    const retiredIn = async (year: number) => {
      const { text } = await statementOf(who, year)
      expect(text).toContain('Retired at the registries 1,000 kg CO2')
      expect(text).toContain(`1 January ${year} to 31 December ${year}`)
      expect(text).not.toContain('These are the first')
      const entries = text.matchAll(
        /(\d+ \w+ \d+) Retired at the registries: Test wind farm CP-\S+ (\S+)/g,
      )
      return [...entries].map(([, day, kg]) => `${day}: ${kg}`).sort()
    }
    const day = '31 December 2024'
    expect(await retiredIn(2024)).toEqual([1, 199, 400, 400].map((kg) => `${day}: ${kg}`))
    expect(await retiredIn(2025)).toEqual(['1 January 2025: 1,000'])
  })

  describe('shows what card refunds paid back in the end', () => {
    let batch: TestBatch
    beforeAll(async () => {
      batch = await issueTestBatch(test.services.db, { kg: 5_000 })
    })
    const record = async () => undefined

    /** Returns the buyer's steps, each of which returns the statement's sums of money and its refunds. */
    async function buyTwoPounds(refunds: 'succeeded' | 'failed' = 'succeeded') {
      const { db } = test.services
      const buyer = await new Person(test.url).signIn()
      const txId = await buyer.buyByCard(batch, 100)
      const id = await purchaseIdOf(db, txId)
      await setRefundsAtProvider(db, id, refunds)
      async function sumsAfter(event: Promise<unknown>): Promise<string[]> {
        await event
        await makePollDue(db, 'cards')
        await pollCardEvents(test.services)
        const { text } = await statementOf(buyer)
        const sums = /Paid £\S+( Paid back − \S+)?/.exec(text)?.[0] ?? text
        const refundsOfCards = text.matchAll(
          /(?:Paid back: .+? – (?=−)|Refund failed or reversed: .+? – (?=\+))(\S+)/g,
        )
        return [sums, ...[...refundsOfCards].map(([, amount]) => amount ?? '')]
      }
      return {
        refund: (keepsKilograms = false) =>
          sumsAfter(refundPurchase(test.services, { txId, keepsKilograms, record })),
        refundPart: () => sumsAfter(refundAtProvider(db, id, 80)),
        failPart: () => sumsAfter(failRefundOnPage(db, id, 80)),
        fail: () => sumsAfter(endRefundAtProvider(db, id, 'failed')),
        pay: (reference: string | null) =>
          sumsAfter(payRefund(test.services, { txId, reference, record })),
        dispute: (outcome: 'lost' | 'won') => sumsAfter(disputeAtProvider(db, id, outcome)),
      }
    }

    it.each([false, true])('a refund that fails days later and is tried again', async (keeps) => {
      const steps = await buyTwoPounds()
      expect(await steps.refund(keeps)).toEqual(['Paid £2.00 Paid back − £2.00', '−£2.00'])
      expect(await steps.fail()).toEqual(['Paid £2.00', '−£2.00', '+£2.00'])
      expect(await steps.refund(keeps)).toEqual([
        'Paid £2.00 Paid back − £2.00',
        ...['−£2.00', '+£2.00', '−£2.00'],
      ])
    })

    it('a part on the provider’s page that fails', async () => {
      const steps = await buyTwoPounds()
      expect(await steps.refundPart()).toEqual(['Paid £2.00 Paid back − £0.80', '−£0.80'])
      expect(await steps.failPart()).toEqual(['Paid £2.00', '−£0.80', '+£0.80'])
      expect(await steps.refund()).toEqual([
        'Paid £2.00 Paid back − £2.00',
        ...['−£0.80', '+£0.80', '−£2.00'],
      ])
    })

    it.each([null, 'B-1'])('a failed refund that is paid without the card', async (reference) => {
      const steps = await buyTwoPounds('failed')
      expect(await steps.refund()).toEqual(['Paid £2.00'])
      expect(await steps.pay(reference)).toEqual(['Paid £2.00 Paid back − £2.00', '−£2.00'])
    })

    it('a dispute that is lost, won later and paid without the card', async () => {
      const steps = await buyTwoPounds()
      expect(await steps.dispute('lost')).toEqual(['Paid £2.00 Paid back − £2.00', '−£2.00'])
      expect(await steps.dispute('won')).toEqual(['Paid £2.00', '−£2.00', '+£2.00'])
      expect(await steps.pay('B-2')).toEqual([
        'Paid £2.00 Paid back − £2.00',
        ...['−£2.00', '+£2.00', '−£2.00'],
      ])
      // The bank takes the money again: the buyer has it twice.
      expect(await steps.dispute('lost')).toEqual([
        'Paid £2.00 Paid back − £4.00',
        ...['−£2.00', '+£2.00', '−£4.00'],
      ])
    })
  })

  it.each(['waiting', 'received', 'lost'])(
    'subtracts a gift that was taken back: %s',
    async (kind) => {
      const { db } = test.services
      const [giver, receiver] = [new Person(test.url), new Person(test.url)]
      for (const who of kind === 'waiting' ? [giver] : [giver, receiver]) await who.signIn()
      const batch = await issueTestBatch(db, { kg: 1_000 })
      await give(giver, batch, newPhone(), 20)
      await give(giver, batch, receiver.phone, 70)
      expect((await statementOf(giver)).text).toContain('Gifts given 90 kg CO2')
      const [{ tx_id: txId }] = (await giver.get('/api/tokens/transaction/me')).body
      if (kind === 'lost') await disputeAtProvider(db, await purchaseIdOf(db, txId), 'lost')
      else {
        const record = async () => undefined
        await refundPurchase(test.services, { txId, keepsKilograms: false, record })
      }
      await makePollDue(db, 'cards')
      await pollCardEvents(test.services)
      const { text } = await statementOf(giver)
      for (const words of [
        'Taken back with refunds 0 kg CO2 At the end 0 kg CO2 Gifts given 20 kg CO2',
        `Gifts given: Test wind farm ${txId} 70 +£1.40`,
        `Gifts given: Test wind farm ${txId} −70 –`,
        'Paid £1.80 Paid back − £1.40',
      ]) {
        expect(text).toContain(words)
      }
      if (kind === 'waiting') return
      const received =
        'Gifts received + 70 kg CO2 Taken back with refunds − 70 kg CO2 At the end 0 kg'
      expect((await statementOf(receiver)).text).toContain(received)
    },
  )

  it('names receipt and credit note of a refunded gift to its giver alone', async () => {
    const [giver, receiver] = [new Person(test.url), new Person(test.url)]
    for (const who of [giver, receiver]) await who.signIn()
    const batch = await issueTestBatch(test.services.db, { kg: 1_000 })
    await give(giver, batch, receiver.phone, 70)
    await numberAll(test.services)
    const [{ tx_id: txId }] = (await giver.get('/api/tokens/transaction/me')).body
    const record = async () => undefined
    await refundPurchase(test.services, { txId, keepsKilograms: false, record })
    await makePollDue(test.services.db, 'cards')
    await pollCardEvents(test.services)
    await numberAll(test.services)
    const numbersFor = async (who: Person) =>
      (await statementOf(who)).text.match(/\b[RC]-20\d\d-\d{6}/g)?.map((number) => number[0]) ?? []
    expect(new Set(await numbersFor(giver))).toEqual(new Set(['R', 'C']))
    expect(await numbersFor(receiver)).toEqual([])
  })

  it('has a line for each refund, with its ways, and no discount among the money', async () => {
    const { db } = test.services
    const who = await new Person(test.url).signIn()
    await who.call('PATCH', '/api/profile', { holder_name: 'Ada L.' })
    const partner = await newPartner(test.services, test.url)
    await partner.credit(who.phone, 3, 'EUR')
    const batch = await issueTestBatch(db, { kg: 5_000 })
    const txId = await buyWithAll(who, batch, 400)
    await numberAll(test.services)
    const record = async () => undefined
    const refund = async (kg?: number) => {
      const part = kg === undefined ? {} : { kg }
      await refundPurchase(test.services, { txId, keepsKilograms: false, ...part, record })
      await makePollDue(db, 'cards')
      await pollCardEvents(test.services)
      await numberAll(test.services)
    }
    await refund(100)
    await refund()
    const { text } = await statementOf(who)
    expect(text).toContain(`Holder Ada L. Passport ${who.id}`)
    expect(text).toContain('Paid £7.00 Paid back − £7.00 Paid, less what was paid back £0.00')
    const bought = text.match(/Bought: Test wind farm CP-\S+ R-20\d\d-\d{6} \+400 \+£7\.00/g)
    expect(bought).toHaveLength(1)
    const lines = text.matchAll(
      /Paid back: Test wind farm \(Card £([\d.]+), .+? £([\d.]+)\) CP-\S+ (C-\S+) – −£([\d.]+)/g,
    )
    const refunds = [...lines].map(([, card, wallet, note, sum]) => {
      expect((Number(card) + Number(wallet)).toFixed(2)).toBe(sum)
      return { note, sum }
    })
    expect(refunds.map(({ sum }) => sum)).toEqual(['1.75', '5.25'])
    expect(new Set(refunds.map(({ note }) => note)).size).toBe(2)
    for (const { note } of refunds) {
      expect(text).toMatch(new RegExp(`Taken back with refunds: .+? ${note} −\\d+ –`))
    }
  })

  it('leaves out refunds of purchases without kilograms', async () => {
    const { db } = test.services
    const who = await new Person(test.url).signIn()
    const batch = await issueTestBatch(db, { kg: 1_000 })
    const { txId } = (await who.reserve(cardOrder(batch, 50, await who.cardToken()))).body
    await failCards(db, 'find', 'error')
    await who.cancel(txId)
    await db.run(captureByHand, [`${await purchaseIdOf(db, txId)}:authorise`])
    await reconcilePurchases(test.services, 0)
    expect(await cardEventsOf(db, await purchaseIdOf(db, txId))).toContain('refunded')
    await who.buyByCard(batch, 60)
    const { text } = await statementOf(who)
    expect(text).toContain('Paid £1.20')
    expect(text).not.toContain('Paid back')
  })

  it('shows rewards, wallet payments, and refunds by method and currency', async () => {
    const { db } = test.services
    const batch = await issueTestBatch(db, { kg: 1_000 })
    const { me, token } = await newAchiever(test.url, batch)
    await claim(me, token)
    const reward = (await me.reserve(rewardOrder(batch, token))).body.txId
    expect((await me.complete(reward)).status).toBe(200)
    const { text: free } = await receiptOf(me, reward)
    expect(free).toContain('Reward £0.00')
    const partner = await newPartner(test.services, test.url)
    await partner.credit(me.phone, 0.8, 'EUR')
    const order = await splitOrder(me, batch, 10, partner.terminal.programmeId)
    const byWallet = (await me.reserve(order)).body.txId
    expect((await me.complete(byWallet)).status).toBe(200)
    const { text: euros } = await receiptOf(me, byWallet)
    expect(euros).toContain('€0.23 = £0.20')
    for (const text of [free, euros]) expect(text).not.toContain('By card')
    const disputed = await me.buyByCard(batch, 50)
    const record = async () => undefined
    await refundPurchase(test.services, { txId: byWallet, keepsKilograms: false, record })
    await disputeAtProvider(db, await purchaseIdOf(db, disputed), 'lost')
    await makePollDue(db, 'cards')
    await pollCardEvents(test.services)
    const { text } = await statementOf(me)
    for (const words of [
      'Bought + 160 kg CO2 From rewards + 1 kg CO2',
      'Taken back with refunds − 60 kg CO2 At the end 101 kg CO2',
      'Paid £3.20 Paid back − £1.20',
      `From rewards: Test wind farm ${reward} +1 –`,
    ]) {
      expect(text).toContain(words)
    }
    // The bank returns its part, which the buyer is owed until it is refunded.
    await disputeAtProvider(db, await purchaseIdOf(db, disputed), 'won')
    await makePollDue(db, 'cards')
    await pollCardEvents(test.services)
    expect((await statementOf(me)).text).toContain('Paid £3.20 Paid back − £0.20')
  })

  it('shows no kilogram as retired that a lost dispute took', async () => {
    const { db } = test.services
    const who = await new Person(test.url).signIn()
    const tonnes = await issueTonnes(db, 1)
    const txId = await who.buyByCard(tonnes, 1_000)
    while (await appendOnce(test));
    expect((await recordRows(db, [retiredRow(tonnes.part(1, 1), 1, 'R-2')])).faults).toEqual([])
    const retired = 'Gifts given 0 kg CO2 Retired at the registries'
    expect((await statementOf(who, 2026)).text).toContain(`${retired} 1,000 kg CO2`)
    await disputeAtProvider(db, await purchaseIdOf(db, txId), 'lost')
    await makePollDue(db, 'cards')
    await pollCardEvents(test.services)
    const { text } = await statementOf(who, 2026)
    expect(text).toContain('Taken back with refunds − 1,000 kg CO2 At the end 0 kg CO2')
    expect(text).toContain(`${retired} 0 kg CO2`)
    expect(text).not.toContain('Retired at the registries: ')
  })

  it('shows refunds in a year without payments', async () => {
    const { db } = test.services
    const who = await new Person(test.url).signIn()
    const batch = await issueTestBatch(db, { kg: 1_000 })
    const order = { ...cardOrder(batch, 50, await who.cardToken()), is_gift: 1 }
    const { body } = await who.reserve({ ...order, telephone: newPhone() })
    await who.complete(body.txId)
    const record = async () => undefined
    await refundPurchase(test.services, { txId: body.txId, keepsKilograms: false, record })
    await change(move, body.txId, -366)
    const { text } = await statementOf(who)
    await change(move, body.txId, 366)
    expect(text).toContain('Paid £0.00 Paid back − £1.00 Paid, less what was paid back − £1.00')
  })

  it('counts and lists only its own year', async () => {
    const { db } = test.services
    const who = await new Person(test.url).signIn()
    const batch = await issueTestBatch(db, { kg: 1_000 })
    await who.buyByCard(batch, 50)
    const from = new Date()
    await who.buyByCard(batch, 60)
    const to = new Date()
    await who.buyByCard(batch, 80)
    const asked = { from, to, entriesMax: 9 }
    const found = await db.transaction((tx) => findStatement(tx, who.id, asked))
    expect(found).toMatchObject({
      sums: [{ kind: 'bought', before_kg: 50, kg: 60, amount_minor: 120, entries: 1 }],
      entries: [{ kind: 'bought', kg: 60, amount_minor: 120 }],
    })
    const all = { from: new Date(0), to: new Date(8.64e15), entriesMax: 2 }
    const oldest = await db.transaction((tx) => findStatement(tx, who.id, all))
    expect(oldest).toMatchObject({
      sums: [{ kg: 190, entries: 3 }],
      entries: [{ kg: 50 }, { kg: 60 }],
    })
  })

  it('keeps the money of each currency apart', async () => {
    const who = await new Person(test.url).signIn()
    const batch = await issueTestBatch(test.services.db, { kg: 1_000 })
    await who.buyByCard(batch, 50)
    const txId = await who.buyByCard(batch, 60)
    await change(pay, txId, 'EUR')
    const { text } = await statementOf(who)
    await change(pay, txId, 'GBP')
    expect(text).toContain('Bought + 110 kg CO2')
    expect(text).toContain('Paid €1.20 Paid £1.00 ')
  })

  it('is empty without any entry, in the user’s language, and refuses other years', async () => {
    const who = await new Person(test.url).signIn()
    await who.call('PATCH', '/api/profile', { language: 'de' })
    const empty = await statementOf(who, 2019)
    expect(empty).toMatchObject({ language: 'de', title: 'Jahresauszug 2019', pages: 1 })
    expect(empty.text).toContain('Am Anfang 0 kg CO2')
    expect(empty.text).toContain('Bezahlt –')
    expect(empty.text).toContain('1. Januar 2019 bis 31. Dezember 2019')
    for (const year of [thisYear + 1, 'x', '', '1999', '20261', '2026&year=2025']) {
      const { status, body } = await who.get(pathOfYear(year))
      expect([status, body.code]).toEqual([400, 'bad_request'])
    }
    expect((await who.get('/passport/statement.pdf')).status).toBe(400)
    expect((await new Person(test.url).get(pathOfYear(thisYear))).status).toBe(401)
  })

  it('lists the first entries where there are very many, and continues on further pages', async () => {
    const entry = {
      kind: 'bought',
      day: '2026-01-02',
      project: 'Wind',
      projectNumber: 'GS1',
      txId: 'CP-1',
      documentNumbers: [],
      ways: [],
      kg: 1,
      currency: 'GBP',
    } as const
    const kg = { openingKg: 0, boughtKg: 600, rewardKg: 0, receivedKg: 0, returnedKg: 0 }
    const bytes = await test.services.draw({
      kind: 'statement',
      statement: {
        ...{ year: 2026, firstDay: '2026-01-01', lastDay: '2026-12-31', ...kg },
        ...{ passportId: 'one', holder: null, issuedOn: '2027-01-05' },
        ...{ closingKg: 600, givenKg: 0, retiredKg: 0, entryCount: 600 },
        money: [{ currency: 'GBP', paidMinor: 1_200, backMinor: 0, owedMinor: 0 }],
        entries: Array.from({ length: 500 }, () => ({ ...entry, amountMinor: 2 })),
      },
      ...{ language: 'en', seller: {}, note: null },
    })
    const { pages, text, roles } = await readPdf(bytes)
    expect(pages).toBeGreaterThan(5)
    expect(text.match(/Bought: Wind/g)).toHaveLength(500)
    expect(text).toContain('These are the first 500 of 600 entries. The sums count all of them.')
    expect(text).toContain(`Statement 2026 · one · Page 2 of ${pages}`)
    expect(text.match(/Date Entry Document kg Paid/g)).toHaveLength(pages)
    expect(roles.filter((role) => role === 'TH')).toHaveLength(5 * pages)
    expect(roles).toContain('THead')
  })

  it.each([
    ['Zoë Łoś', 'en', 'Holder Zoë Łoś'],
    ['محمد', 'en', 'Holder Your name has letters that this document cannot write.'],
    ['さくら', 'de', 'Inhaber Dein Name hat Buchstaben, die dieses Dokument nicht schreiben kann.'],
  ] as const)('names its holder, or says why not: %s', async (holder, language, words) => {
    const who = await new Person(test.url).signIn()
    await who.call('PATCH', '/api/profile', { holder_name: holder, language })
    expect((await statementOf(who)).text).toContain(words)
  })
})
