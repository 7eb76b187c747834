// Lists every statement of a purchase's two transactions in order: the statements that take locks,
// and the writes that travel with the commit.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Database } from '#platform/database/database.ts'
import { isEnding } from '#platform/database/write.ts'
import { issueTestBatch } from '#tests/support/people/batch.ts'
import { closeWithBooks } from '#tests/support/people/books.ts'
import { newPhone, Person } from '#tests/support/people/person.ts'
import { splitOrder } from '#tests/support/people/split-order.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'

type Sent = { readonly work: string[]; readonly ending: readonly string[] }
const transactions: Sent[] = []

/** Returns the same database, which records the statements of each transaction. */
function watched(db: Database): Database {
  return {
    ...db,
    transaction: (work) =>
      db.transaction(async (tx) => {
        const sent: string[] = []
        const outcome = await work({
          ...tx,
          run(statement, values) {
            sent.push(statement.name)
            return tx.run(statement, values)
          },
        })
        const writes = isEnding(outcome) ? outcome.writes : []
        transactions.push({ work: sent, ending: writes.map(({ statement }) => statement.name) })
        return outcome
      }),
  }
}

const reservation: Sent = {
  work: [
    'insert-nonces',
    'read-idempotency-keys',
    'lock-offered-stock',
    'lock-wallets',
    'lock-passports',
    'count-holds-of-buyers',
    'count-declined-cards-of-hour',
    'reservation-end',
  ],
  ending: [
    'move-available',
    'move-wallets',
    'insert-kg-postings',
    'insert-money-postings',
    'insert-purchases',
    'insert-purchase-wallet-parts',
    'insert-idempotency-keys',
  ],
}
const authorisation: Sent = {
  work: ['move-purchases-to-authorised'],
  ending: ['answer-idempotency-of-effects'],
}
const capture: Sent = {
  work: ['insert-nonces', 'read-idempotency-keys', 'lock-purchases-by-tx-id'],
  ending: ['move-purchases-to-capturing', 'keep-idempotency-keys'],
}
const completion: Sent = {
  work: [
    'lock-purchases-by-id',
    'lock-phone-numbers',
    'find-passports-by-phone',
    'take-places',
    'parts-of-purchases',
    'lock-wallets',
    'lock-passports',
    'find-standings',
    'insert-activity-facts',
  ],
  ending: [
    'move-wallets',
    'add-batch-weeks',
    'insert-kg-postings',
    'insert-money-postings',
    'complete-purchases',
    'raise-passports',
    'insert-reached-achievements',
    'insert-rewards',
    'queue-messages',
  ],
}

let test: TestApp
beforeAll(async () => {
  test = await startTestApp({}, ({ db }) => ({ db: watched(db) }), { background: false })
})
afterAll(() => closeWithBooks(test))

it('a gift paid by wallet and card writes these statements, in this order', async () => {
  const buyer = await new Person(test.url).signIn()
  const batch = await issueTestBatch(test.services.db, { kg: 1_000 })
  const order = await splitOrder(buyer, batch, 100)
  const gift = { is_gift: 1, telephone: newPhone(), from_name: 'Ada' }
  transactions.splice(0)
  const reserved = await buyer.reserve({ ...order, ...gift }, { key: randomUUID() })
  expect(reserved.status).toBe(200)
  expect(transactions.splice(0)).toEqual([reservation, authorisation])
  const completed = await buyer.complete(reserved.body.txId, { key: randomUUID() })
  expect(completed.status).toBe(200)
  expect(transactions).toEqual([capture, completion])
})
