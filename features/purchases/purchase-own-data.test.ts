// Tests the export of a user's purchases and gifts, field by field.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { refundPurchase } from '#features/purchases/refund/refund-purchase.ts'
import { type IssuedBatch, issueTestBatch } from '#tests/support/people/batch.ts'
import { closeWithBooks } from '#tests/support/people/books.ts'
import { Person } from '#tests/support/people/person.ts'
import { giveByCard } from '#tests/support/people/rewards.ts'
import { splitOrder } from '#tests/support/people/split-order.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'
import { purchasesOwnData } from './purchase-own-data.ts'

let test: TestApp
let batch: IssuedBatch
beforeAll(async () => {
  test = await startTestApp({}, undefined, { background: false })
  batch = await issueTestBatch(test.services.db, { kg: 5_000 })
})
afterAll(() => closeWithBooks(test))

const read = ({ id, phone }: Person) =>
  purchasesOwnData.read?.(test.services.db, { passportId: id, phone })

const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT/)
const noGift = {
  ...{ gift: false, 'given to': null, 'name of the receiver': null, signed: null, note: null },
  ...{ 'arrives on': null, arrived: null, received: null, 'thanked for': null },
}
const visa = { brand: 'visa', 'last four digits': '4242', country: 'GB' }
const untouched = {
  ...{ 'replaced by': null, 'disputes at the bank': null, 'warnings of fraud': null },
  ...{ reward: false, 'country of taxation': 'GB', card: visa },
}

it('a purchase has its payers and what went back, a gift its words, for giver and receiver', async () => {
  const [buyer, receiver] = [
    await new Person(test.url).signIn(),
    await new Person(test.url).signIn(),
  ]
  const { body } = await buyer.reserve(await splitOrder(buyer, batch, 100))
  await buyer.complete(body.txId)
  const order = { txId: body.txId, keepsKilograms: false, record: async () => undefined }
  await refundPurchase(test.services, { ...order, kg: 30 })
  const given = await giveByCard(buyer, batch, 20, receiver.phone, {
    ...{ name: 'Grace', from_name: 'Ada L.', note: 'For you' },
  })
  const bought = {
    ...{ date: time, project: 'Test wind farm', 'serial number': batch.serial },
    ...{ 'first place': 101, kilograms: 20, 'kilograms refunded': null, transaction: given },
  }
  expect(await read(buyer)).toEqual({
    bought: [
      {
        ...{ ...bought, ...untouched, ...noGift, state: 'completed', completed: time },
        ...{ transaction: body.txId, kilograms: 100, 'kilograms refunded': 30, 'first place': 1 },
        ...{ total: '2.00 GBP', 'from wallets': '1.00 GBP', 'by card': '1.00 GBP' },
        'given back': {
          ...{ 'how far': null, 'kilograms kept': true, 'to wallets': null, changed: time },
          ...{ 'to the card': '0.30 GBP', 'to the card by a dispute': '0.00 GBP' },
          ...{ 'still owed to the card': '0.00 GBP', 'paid in another way': '0.00 GBP' },
          parts: [
            {
              ...{ kilograms: 30, date: time },
              ...{ 'to the card': '0.30 GBP', 'to wallets': '0.30 GBP' },
            },
          ],
        },
      },
      {
        ...{ ...bought, ...untouched, ...noGift, state: 'completed', completed: time },
        ...{ total: '0.40 GBP', 'from wallets': '0.00 GBP', 'by card': '0.40 GBP' },
        ...{ gift: true, 'given to': receiver.phone, 'name of the receiver': 'Grace' },
        ...{ signed: 'Ada L.', note: 'For you', 'given back': null },
      },
    ],
    received: [],
  })
  const sealed = { received: null, opened: null, 'thanks said': null, 'taken back': false }
  expect(await read(receiver)).toEqual({
    bought: [],
    received: [{ ...bought, ...sealed, 'replaced by': null, from: 'Ada L.', note: 'For you' }],
  })
})
