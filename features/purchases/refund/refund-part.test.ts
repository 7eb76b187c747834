// Tests refunds in part over HTTP, with the operator's use case and the card provider's page: money, places, scores,
// certificate, messages and credit notes. The ledger is checked at the end.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { sendDueMessages } from '#features/messages/send-messages.ts'
import { reconcilePurchases } from '#features/purchases/card/reconcile-purchases.ts'
import { inspectPurchase } from '#features/purchases/inspect/inspect-purchase.ts'
import { listPurchases } from '#features/purchases/inspect/list-purchases.ts'
import { reconcileOne } from '#features/purchases/inspect/reconcile-by-hand.ts'
import { payRefund } from '#features/purchases/refund/pay-otherwise.ts'
import {
  previewRefund,
  type RefundedAmounts,
  refundPurchase,
} from '#features/purchases/refund/refund-purchase.ts'
import { replaceBatch } from '#features/purchases/replace/replace-batch.ts'
import { dryRun } from '#platform/database/roll-back.ts'
import { issueTestBatch } from '#tests/support/people/batch.ts'
import { closeWithBooks } from '#tests/support/people/books.ts'
import {
  disputeAtProvider,
  endRefundAtProvider,
  pollProvider,
  refundAtProvider,
  returnedAtProvider,
  setRefundsAtProvider,
} from '#tests/support/people/card-provider-page.ts'
import { newPartner } from '#tests/support/people/partner.ts'
import { newPhone, Person } from '#tests/support/people/person.ts'
import { balancesOf, purchaseIdOf } from '#tests/support/people/purchase-books.ts'
import { numberAll } from '#tests/support/people/receipt-numbers.ts'
import { appendOnce, unaudited } from '#tests/support/people/retirements.ts'
import { giveByCard, newAchiever, rewardsOf, totalOf } from '#tests/support/people/rewards.ts'
import { splitOrder } from '#tests/support/people/split-order.ts'
import {
  failCards,
  healSandboxes,
  messagesSentTo,
} from '#tests/support/stand-ins/sandbox-faults.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'
import { statement } from '#tests/support/test-statement.ts'

const documentsOf = statement(
  'test-part-documents',
  { kind: 'text', gross_minor: 'int8' },
  `select d.kind, d.gross_minor from tax_documents d join purchases p on p.id = d.purchase_id
   where p.tx_id = $1 order by d.kind desc, d.sequence`,
)
const returnsOf = statement(
  'test-part-log-returns',
  { entry: 'text' },
  `select e.entry from log_entries e where e.entry like '{"kind":"return"%' and e.entry like '%' || $1 || '%'
   order by e.entry_index`,
)

const refundMessagesOf = statement(
  'test-part-messages',
  { template: 'text', subject: 'text' },
  `select template, subject from outbox where subject like $1 || '/%' order by id`,
)

type Total = { readonly currency: string; readonly total: number }

let test: TestApp
beforeAll(async () => {
  test = await startTestApp({}, undefined, { background: false })
})
beforeEach(() => healSandboxes(test.services.db))
afterAll(() => closeWithBooks(test))

const db = () => test.services.db
const newBatch = () => issueTestBatch(db(), { kg: 5_000 })
const newBuyer = () => new Person(test.url).signIn()
const leftOf = (txId: string) => balancesOf(db(), txId)

const refund = (txId: string, kg: number | null = null, keepsKilograms = false) =>
  refundPurchase(test.services, { txId, keepsKilograms, kg, record: async () => undefined })
const payElsewhere = (txId: string) =>
  payRefund(test.services, { txId, reference: 'BACS 1', record: async () => undefined })

async function refundedAt(txId: string): Promise<number | undefined> {
  return (await returnedAtProvider(db(), await purchaseIdOf(db(), txId)))?.refunded_minor
}

const listen = () => pollProvider(test.services)

/** Buys 100 kg for 2.00, 1.00 of it from the wallet. */
async function buySplit(buyer: Person): Promise<string> {
  const order = await splitOrder(buyer, await newBatch(), 100)
  const { body } = await buyer.reserve(order, { key: randomUUID() })
  expect((await buyer.complete(body.txId)).status).toBe(200)
  return body.txId
}

/** The sums of the messages about refunds of a purchase, as template, attempt, card part and wallet part. */
async function sumsTold(txId: string): Promise<readonly string[]> {
  const rows = await db().run(refundMessagesOf, [await purchaseIdOf(db(), txId)])
  return rows.map(({ template, subject }) => subject.replace(/^[^/]*/, template))
}

async function textsTo(person: Person): Promise<readonly string[]> {
  while ((await sendDueMessages(test.services)) > 0);
  const templates = await messagesSentTo(db(), person.phone)
  return templates.filter((template) => template.startsWith('refund_')).toSorted()
}

describe('a refund in part', () => {
  it('returns the newest kilograms, and their money to card and wallet in proportion', async () => {
    const buyer = await newBuyer()
    const txId = await buySplit(buyer)
    expect(await refund(txId, 30)).toEqual({ stage: 'none' })
    expect(await leftOf(txId)).toMatchObject({ 'kg returned': 30, sales: 140 })
    expect(await refundedAt(txId)).toBe(30)
    expect((await buyer.get('/api/wallet/me')).body.totalInUserCurrency).toBe(0.3)
    expect(await buyer.activityOf(txId)).toMatchObject({
      ...{ status: 'COMPLETED', kg: 100, refunded_kg: 30, allocated_kg: 70, refund_status: 'paid' },
    })
    const { body: all } = await buyer.get('/api/tokens/transaction/me')
    expect(all[0].tokens).toHaveLength(70)
    expect(await totalOf(buyer)).toBe(70)
    expect((await buyer.complete(txId)).status).toBe(200)
    expect(await textsTo(buyer)).toEqual(['refund_sent'])
    const inspected = await inspectPurchase(test.services, txId)
    expect(inspected?.purchase).toMatchObject({ refunded_kg: 30, refunded_minor: 30 })
  })

  it('adds up to the whole after several parts, and the last kilograms are a whole refund', async () => {
    const buyer = await newBuyer()
    const txId = await buySplit(buyer)
    expect(await refund(txId, 20)).toEqual({ stage: 'none' })
    expect(await refund(txId, 46)).toEqual({ stage: 'none' })
    expect(await refund(txId, 34)).toEqual({ stage: 'refunded' })
    expect(await leftOf(txId)).toEqual({ 'kg available': -100, 'kg returned': 100 })
    expect(await refundedAt(txId)).toBe(100)
    expect((await buyer.get('/api/wallet/me')).body.totalInUserCurrency).toBe(1)
    expect(await totalOf(buyer)).toBe(0)
    const { body: moves } = await buyer.get('/api/wallet/transactions')
    const amounts = moves.map(({ type, amount }: { type: string; amount: number }) => [
      type,
      amount,
    ])
    expect(amounts).toEqual([
      ...[
        ['credit', 0.34],
        ['credit', 0.46],
        ['credit', 0.2],
        ['debit', 1],
        ['credit', 1],
      ],
    ])
    expect(await textsTo(buyer)).toEqual(['refund_sent', 'refund_sent', 'refund_sent'])
    // Each names its own money: 1.00 of the card and 1.00 of the wallet, in three parts.
    expect(await sumsTold(txId)).toEqual([
      ...['refund_sent/1/20/20', 'refund_sent/2/46/46', 'refund_sent/3/34/34'],
    ])
    expect(await refund(txId, 1)).toEqual({ problem: 'purchase_refunded' })
  })

  it('names in each message its own money, also after one that failed', async () => {
    const buyer = await newBuyer()
    const txId = await buySplit(buyer)
    const id = await purchaseIdOf(db(), txId)
    await refund(txId, 30)
    await setRefundsAtProvider(db(), id, 'failed')
    await refund(txId, 20)
    expect(await payElsewhere(txId)).toEqual({ stage: 'none' })
    await setRefundsAtProvider(db(), id, 'succeeded')
    await refund(txId)
    expect(await sumsTold(txId)).toEqual([
      ...['refund_sent/1/30/30', 'refund_failed/2/20/0', 'refund_paid/3/20/0'],
      'refund_sent/4/50/50',
    ])
    expect((await buyer.get('/api/wallet/me')).body.totalInUserCurrency).toBe(1)
  })

  it('returns and names the money of every wallet, also in another currency than the purchase', async () => {
    const buyer = await newBuyer()
    const european = await newPartner(test.services, test.url)
    await european.credit(buyer.phone, 0.8, 'EUR')
    const totals = async (): Promise<string[]> => {
      const { body } = await buyer.get('/api/wallet/me')
      const all = body.wallets.flatMap(({ totals: each }: { totals: Total[] }) => each)
      return all.map(({ currency, total }: Total) => `${total} ${currency}`).toSorted()
    }
    expect(await totals()).toEqual(['0.8 EUR', '1 GBP'])
    const txId = await buySplit(buyer)
    const seen = [await totals()]
    for (const kg of [30, 20, null]) {
      await refund(txId, kg)
      seen.push(await totals())
    }
    // Paid by 1.00 of pounds, 0.69 for 0.80 of euros, and 0.31 of the card.
    expect(seen).toEqual([
      ...[
        ['0 EUR', '0 GBP'],
        ['0.24 EUR', '0.3 GBP'],
        ['0.4 EUR', '0.5 GBP'],
        ['0.8 EUR', '1 GBP'],
      ],
    ])
    expect(await sumsTold(txId)).toEqual([
      ...['refund_sent/1/9/51', 'refund_sent/2/6/34', 'refund_sent/3/16/84'],
    ])
  })

  it('of wallet money alone has a message at once', async () => {
    const buyer = await newBuyer()
    const batch = await newBatch()
    const order = await splitOrder(buyer, batch, 40)
    const { body } = await buyer.reserve(order, { key: randomUUID() })
    expect((await buyer.complete(body.txId)).status).toBe(200)
    await refund(body.txId, 10)
    await refund(body.txId, 20)
    expect(await sumsTold(body.txId)).toEqual(['refund_sent/1/0/20', 'refund_sent/2/0/40'])
  })

  it('leaves the other money for a refund that keeps the kilograms', async () => {
    const buyer = await newBuyer()
    const txId = await buySplit(buyer)
    await refund(txId, 30)
    expect(await refund(txId, null, true)).toEqual({ stage: 'refunded kept' })
    expect(await leftOf(txId)).toEqual({
      ...{ 'kg available': -100, [`kg holder:${buyer.id}`]: 70, 'kg returned': 30 },
      ...{ goodwill: -140, sales: 140 },
    })
    expect(await totalOf(buyer)).toBe(70)
  })

  it('shows places, kilograms and amounts before, and moves nothing', async () => {
    const buyer = await newBuyer()
    const txId = await buySplit(buyer)
    let shown: RefundedAmounts | null = null
    const record = async (_tx: unknown, _id: string, amounts: RefundedAmounts) => {
      shown = amounts
    }
    await previewRefund(dryRun(db()), { txId, keepsKilograms: false, kg: 7, record })
    expect(shown).toEqual({
      ...{ amountMinor: 14, currency: 'GBP', kilograms: 7, cardMinor: 7, walletMinor: 7 },
      places: { first: 94, last: 100 },
    })
    expect(await totalOf(buyer)).toBe(100)
  })

  it('makes one receipt, and a credit note for each part', async () => {
    const buyer = await newBuyer()
    const txId = await buyer.buyByCard(await newBatch(), 50)
    await refund(txId, 20)
    await refund(txId, 10)
    await refund(txId)
    await numberAll(test.services)
    expect(await db().run(documentsOf, [txId])).toEqual([
      { kind: 'receipt', gross_minor: 100 },
      { kind: 'credit_note', gross_minor: 40 },
      { kind: 'credit_note', gross_minor: 20 },
      { kind: 'credit_note', gross_minor: 40 },
    ])
  })

  it('drops the places from the certificate, which keeps its proof, and logs them', async () => {
    const buyer = await newBuyer()
    const batch = await newBatch()
    const txId = await buyer.buyByCard(batch, 50)
    await appendOnce(test)
    const { body: made } = await buyer.signed('/api/certificates', { tx_id: txId })
    await refund(txId, 20)
    await appendOnce(test)
    const facts = await (await fetch(`${test.url}/c/${made.code}.json`)).json()
    expect(facts).toMatchObject({ kg: 30, refunded_kg: 20, first_place: 1, last_place: 30 })
    const logged = await db().run(returnsOf, [batch.serial])
    expect(logged.map(({ entry }) => JSON.parse(entry))).toMatchObject([{ first: 31, last: 50 }])
    await refund(txId)
    await appendOnce(test)
    const entries = (await db().run(returnsOf, [batch.serial])).map(({ entry }) =>
      JSON.parse(entry),
    )
    expect(entries).toMatchObject([
      { first: 31, last: 50 },
      { first: 1, last: 30 },
    ])
  })

  it('keeps the facts, and ends rewards whose threshold is no longer reached', async () => {
    const batch = await newBatch()
    const { me } = await newAchiever(test.url, batch)
    const before = (await me.get('/passport/me')).body
    const { body } = await me.get('/api/tokens/transaction/me?tokens=none')
    await refund(body[0].tx_id, 10)
    const after = (await me.get('/passport/me')).body
    expect(after).toMatchObject({ eco_score: before.eco_score, total_offsets: 90 })
    const left = (await rewardsOf(me)).map(({ achievement_code }) => achievement_code)
    expect(left).not.toContain('offset_100')
  })
})

describe('a card refund of a part', () => {
  it('stays pending while the provider does not answer, and is requested again', async () => {
    const buyer = await newBuyer()
    const txId = await buyer.buyByCard(await newBatch(), 50)
    await failCards(db(), 'refund', 'error', { calls: 50 })
    expect(await refund(txId, 10)).toEqual({ stage: 'none' })
    expect(await leftOf(txId)).toMatchObject({ refunds_due: 20, sales: 80 })
    expect(await buyer.activityOf(txId)).toMatchObject({ refund_status: 'on_its_way' })
    // A second refund waits, so that no attempt of the first is lost.
    expect(await refund(txId, 10)).toEqual({ problem: 'refund_pending' })
    expect(await refund(txId)).toEqual({ problem: 'refund_pending' })
    expect(await refund(txId, null, true)).toEqual({ problem: 'refund_pending' })
    await healSandboxes(db())
    await reconcilePurchases(test.services, 0)
    expect(await refundedAt(txId)).toBe(20)
    expect(await leftOf(txId)).not.toHaveProperty('refunds_due')
    expect(await reconcileOne(test.services, txId)).toMatchObject({ is_settled: true })
    expect(await refundedAt(txId)).toBe(20)
  })

  it('may fail later, is owed then, and is tried again or paid in another way', async () => {
    const buyer = await newBuyer()
    const txId = await buyer.buyByCard(await newBatch(), 50)
    const id = await purchaseIdOf(db(), txId)
    await refund(txId, 10)
    await endRefundAtProvider(db(), id, 'failed')
    await listen()
    expect(await buyer.activityOf(txId)).toMatchObject({ refund_status: 'failed' })
    const failed = await listPurchases(db(), {
      state: 'REFUND_FAILED',
      since: null,
      personId: null,
    })
    expect(JSON.stringify(failed)).toContain(txId)
    await reconcilePurchases(test.services, 0)
    expect(await refundedAt(txId)).toBe(0)
    expect(await refund(txId, 5)).toEqual({ problem: 'part_owed' })
    await setRefundsAtProvider(db(), id, 'failed')
    expect(await refund(txId)).toEqual({ stage: 'none' })
    expect(await leftOf(txId)).toMatchObject({ refunds_due: 20, 'kg returned': 10 })
    expect(await payElsewhere(txId)).toEqual({ stage: 'none' })
    expect(await payElsewhere(txId)).toEqual({ stage: 'none' })
    expect(await leftOf(txId)).toMatchObject({ bank: 20, sales: 80 })
    await setRefundsAtProvider(db(), id, 'succeeded')
    expect(await refund(txId, 5)).toEqual({ stage: 'none' })
    expect(await refundedAt(txId)).toBe(10)
    expect(await refund(txId)).toEqual({ stage: 'refunded' })
    expect(await refundedAt(txId)).toBe(80)
    expect(await textsTo(buyer)).toEqual([
      ...['refund_failed', 'refund_failed', 'refund_paid'],
      ...['refund_sent', 'refund_sent', 'refund_sent'],
    ])
  })

  it('counts what was refunded on the provider’s page before', async () => {
    const buyer = await newBuyer()
    const txId = await buyer.buyByCard(await newBatch(), 50)
    await refundAtProvider(db(), await purchaseIdOf(db(), txId), 15)
    await listen()
    expect(await leftOf(txId)).toMatchObject({ goodwill: -15, sales: 100 })
    await refund(txId, 10)
    expect(await refundedAt(txId)).toBe(20)
    expect(await leftOf(txId)).toMatchObject({ sales: 80, 'kg returned': 10 })
    expect(await leftOf(txId)).not.toHaveProperty('goodwill')
  })

  it.each(['won', 'lost'] as const)('leaves the rest to a dispute that is %s', async (outcome) => {
    const buyer = await newBuyer()
    const txId = await buyer.buyByCard(await newBatch(), 50)
    const id = await purchaseIdOf(db(), txId)
    await refund(txId, 10)
    await disputeAtProvider(db(), id, 'open')
    await listen()
    expect(await refund(txId, 10)).toEqual({ problem: 'purchase_disputed' })
    await disputeAtProvider(db(), id, outcome)
    await listen()
    const isLost = outcome === 'lost'
    expect(await totalOf(buyer)).toBe(isLost ? 0 : 40)
    expect(await leftOf(txId)).toMatchObject(
      isLost
        ? { chargebacks: -80, sales: 80, 'kg returned': 50 }
        : { sales: 80, 'kg returned': 10 },
    )
    expect(await refundedAt(txId)).toBe(20)
  })
})

describe('kilograms that stay', () => {
  it('are those of a gift that its receiver holds; a waiting gift shrinks', async () => {
    const [giver, batch] = [await newBuyer(), await newBatch()]
    const receiver = await newBuyer()
    const taken = await giveByCard(giver, batch, 50, receiver.phone)
    expect(await refund(taken, 1)).toEqual({ problem: 'purchase_given' })
    const phone = newPhone()
    const waiting = await giveByCard(giver, batch, 50, phone)
    expect(await refund(waiting, 4)).toEqual({ stage: 'none' })
    const late = await new Person(test.url, phone).signIn()
    expect(await totalOf(late)).toBe(46)
  })

  it('are more than the purchase has, replaced ones, or those of an open purchase', async () => {
    const [buyer, batch, other] = [await newBuyer(), await newBatch(), await newBatch()]
    const txId = await buyer.buyByCard(batch, 50)
    await refund(txId, 5)
    expect(await refund(txId, 46)).toEqual({ problem: 'too_many_kilograms' })
    const [serial, bySerial] = [batch.serial, other.serial]
    await replaceBatch(db(), { serial, bySerial, reason: 'taken back', audit: unaudited })
    expect(await refund(txId, 5)).toEqual({ problem: 'purchase_replaced' })
    expect(await totalOf(buyer)).toBe(45)
    expect(await refund(txId)).toEqual({ stage: 'refunded' })
    expect(await refund('CP-0000-0000-0000', 1)).toEqual({ problem: 'purchase_not_found' })
  })
})

describe('concurrent refunds', () => {
  it('take back each kilogram once', async () => {
    const buyer = await newBuyer()
    const txId = await buyer.buyByCard(await newBatch(), 50)
    const outcomes = await Promise.all([10, 20, null, 15, null].map((kg) => refund(txId, kg)))
    expect(outcomes.length).toBe(5)
    await reconcilePurchases(test.services, 0)
    const left = await leftOf(txId)
    const returnedKg = left['kg returned'] ?? 0
    expect(await totalOf(buyer)).toBe(50 - returnedKg)
    expect(await refundedAt(txId)).toBe(2 * returnedKg)
  })
})
