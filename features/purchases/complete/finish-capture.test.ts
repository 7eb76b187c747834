// Tests that a capture finished again after its purchase has ended returns that end and changes
// nothing.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { finishCapture } from '#features/purchases/complete/finish-capture.ts'
import { findPurchase } from '#features/purchases/purchase-queries.ts'
import { issueTestBatch } from '#tests/support/people/batch.ts'
import { closeWithBooks } from '#tests/support/people/books.ts'
import { cardOrder, Person } from '#tests/support/people/person.ts'
import { purchaseIdOf } from '#tests/support/people/purchase-books.ts'
import { raceFor, times } from '#tests/support/servers/waiting-locks.ts'
import { cardEventsOf, failCards } from '#tests/support/stand-ins/sandbox-faults.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'

let test: TestApp
beforeAll(async () => {
  test = await startTestApp()
})
afterAll(() => closeWithBooks(test))

async function purchaseOf(txId: string) {
  const { db } = test.services
  const row = await findPurchase(db, await purchaseIdOf(db, txId))
  if (row === null) throw new Error('no such purchase')
  return row
}

it('a completed purchase stays completed, however often its capture is finished', async () => {
  const buyer = await new Person(test.url).signIn()
  const batch = await issueTestBatch(test.services.db, { kg: 100 })
  const { body } = await buyer.reserve(cardOrder(batch, 40, await buyer.cardToken()))
  expect((await buyer.complete(body.txId)).body.status).toBe('COMPLETED')
  const row = await purchaseOf(body.txId)
  const held = `select from purchases where id = '${row.id}' for update`
  const again = await raceFor(
    test,
    { lockSql: held },
    times(2, () => finishCapture(test.services, row)),
  )
  expect([...again, await finishCapture(test.services, row)]).toEqual([
    'completed',
    'completed',
    'completed',
  ])
  expect(await purchaseOf(body.txId)).toEqual(row)
  expect(await cardEventsOf(test.services.db, row.id)).toEqual(['authorised', 'captured'])
  expect((await buyer.get(`/api/batches/${batch.id}`)).body.kg_available).toBe(60)
})

it.each(['voided', 'declined', 'refunded'] as const)(
  'a capture whose payment is %s by now ends its purchase, and everything is released',
  async (status) => {
    const buyer = await new Person(test.url).signIn()
    const batch = await issueTestBatch(test.services.db, { kg: 100 })
    const { body } = await buyer.reserve(cardOrder(batch, 40, await buyer.cardToken()))
    await failCards(test.services.db, 'capture', 'error')
    expect((await buyer.complete(body.txId)).status).toBe(202)
    const cards = { ...test.services.cards, capture: async () => status }
    const row = await purchaseOf(body.txId)
    expect(await finishCapture({ ...test.services, cards }, row)).toBe('failed')
    expect(await purchaseOf(body.txId)).toMatchObject({ state: 'FAILED', card_state: 'VOIDED' })
    // The card was not charged, so the buyer is not notified of a refund.
    expect((await buyer.complete(body.txId)).body.code).toBe('card_declined')
    expect((await buyer.get(`/api/batches/${batch.id}`)).body.kg_available).toBe(100)
  },
)
