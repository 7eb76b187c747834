// Receipts over HTTP: what was paid, how and at which rate, for its buyer alone.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { refundPurchase } from '#features/purchases/refund/refund-purchase.ts'
import { startTestApp, type TestApp } from '#tests/support/app.ts'
import { issueTestBatch } from '#tests/support/batch.ts'
import { closeWithBooks } from '#tests/support/books.ts'
import { readPdf } from '#tests/support/pdf.ts'
import { cardOrder, newPhone, Person } from '#tests/support/person.ts'

const seller = {
  SELLER_NAME: 'Kilogram Ltd',
  SELLER_ADDRESS: '1 Forest Row, Leeds',
  SELLER_VAT_NUMBER: 'GB123456789',
  SUPPORT_EMAIL: 'help@kilogram.example',
}
let test: TestApp
beforeAll(async () => {
  test = await startTestApp(seller, undefined, { background: false })
})
afterAll(() => closeWithBooks(test))

const pathOf = (txId: string) => `/api/tokens/transaction/${txId}/receipt.pdf`
async function receiptOf(who: Person, txId: string) {
  const answer = await fetch(`${test.url}${pathOf(txId)}`, { headers: { cookie: who.cookie } })
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/pdf'])
  expect(answer.headers.get('cache-control')).toBe('no-store')
  return readPdf(Buffer.from(await answer.arrayBuffer()))
}

it('says who sold what, and what was paid by which card and wallet, in the buyer’s words', async () => {
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
  expect(paper.title).toBe(`Receipt ${body.txId}`)
  const text = paper.text.replaceAll('- ', '-')
  const words = [...Object.values(seller), body.txId, 'Test wind farm', batch.serial, '100 kg CO2']
  for (const word of [...words, '£0.031415', 'Total £3.14', 'Welcome £1.00', 'By card £2.14']) {
    expect(text).toContain(word)
  }
  expect(text).toContain('no real money')
  expect(text).not.toContain('Exchange rate')
  await buyer.call('PATCH', '/api/profile', { language: 'tr' })
  expect(await receiptOf(buyer, body.txId)).toMatchObject({ language: 'tr' })
})

it('says the rate where the batch was sold in another currency', async () => {
  const buyer = await new Person(test.url).signIn()
  const batch = await issueTestBatch(test.services.db, { kg: 1_000, currency: 'EUR' })
  const txId = await buyer.buyByCard(batch, 100)
  const { text } = await receiptOf(buyer, txId)
  expect(text).toMatch(/Price per kg €0\.02/)
  expect(text).toMatch(/Exchange rate 1 EUR = 0\.\d{3,9} GBP/)
})

it('is the buyer’s alone: of a gift the giver’s, never the receiver’s', async () => {
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

it('says that the money went back', async () => {
  const buyer = await new Person(test.url).signIn()
  const batch = await issueTestBatch(test.services.db, { kg: 1_000 })
  const txId = await buyer.buyByCard(batch, 50)
  expect((await receiptOf(buyer, txId)).text).not.toContain('Refunded')
  const record = async () => undefined
  await refundPurchase(test.services, { txId, keepsKilograms: false, record })
  expect((await receiptOf(buyer, txId)).text).toContain('Refunded: the money went back')
})
