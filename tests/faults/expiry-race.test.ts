// Completing at the moment of expiry, against the sweeper: the one or the other, never
// both and never neither. FAULT_ROUNDS sets the rounds (100 in npm test, 1,000 in npm run faults).
import { afterAll, beforeAll, expect, it } from 'vitest'
import { expirePurchases } from '#features/purchases/end/end-purchases.ts'
import { checkLedger } from '#features/purchases/inspect/check-ledger.ts'
import { startTestApp, type TestApp } from '#tests/support/app.ts'
import { issueTestBatch } from '#tests/support/batch.ts'
import { cardOrder, Person } from '#tests/support/person.ts'
import { statement } from '#tests/support/statement.ts'

const rounds = Number(process.env.FAULT_ROUNDS ?? 100)
const buyersCount = 4

const lapse = statement(
  'test-lapse-soon',
  {},
  'update purchases set expires_at = now() + $2::interval where tx_id = $1',
)
const stateOf = statement(
  'test-state',
  { state: 'text' },
  'select state from purchases where tx_id = $1',
)

let test: TestApp
beforeAll(async () => {
  test = await startTestApp({ OPEN_RESERVATIONS_MAX: '100' })
})
afterAll(() => test.close())

async function settledState(txId: string): Promise<string | undefined> {
  await expirePurchases(test.services)
  const [row] = await test.services.db.run(stateOf, [txId])
  return row?.state
}

it(`a purchase is never both released and completed (${rounds} rounds)`, async () => {
  const { db } = test.services
  const batch = await issueTestBatch(db, { kg: rounds * 20 })
  const outcomes = { card: { COMPLETED: 0, EXPIRED: 0 }, wallet: { COMPLETED: 0, EXPIRED: 0 } }
  async function race(buyer: Person, round: number): Promise<void> {
    const card_token = await buyer.cardToken()
    const isCard = round % 2 === 0
    // The wallet's order names no figures: the reservation's own are taken.
    const order = isCard
      ? cardOrder(batch, 20, card_token)
      : { ...cardOrder(batch, 1, ''), payment_method: 'wallet', wallet_used: undefined }
    const { status, body } = await buyer.reserve(order)
    expect(status).toBe(200)
    // Where the machine is slow the first few always lapse: then the late ones are those that complete.
    const lapsesIn = round % 20 > 17 ? '5 seconds' : `${round % 7} milliseconds`
    await db.run(lapse, [body.txId, lapsesIn])
    const [answer] = await Promise.all([
      buyer.complete(body.txId),
      expirePurchases(test.services),
      expirePurchases(test.services),
    ])
    const expected = answer.status === 200 ? 'COMPLETED' : 'EXPIRED'
    expect(answer.status).toBe(expected === 'COMPLETED' ? 200 : 410)
    // A sweep passes over what another one is just releasing.
    await expect.poll(() => settledState(body.txId)).toBe(expected)
    outcomes[isCard ? 'card' : 'wallet'][expected] += 1
  }
  const buyers = await Promise.all(
    Array.from({ length: buyersCount }, () => new Person(test.url).signIn()),
  )
  await Promise.all(
    buyers.map(async (buyer, index) => {
      for (let round = index; round < rounds; round += buyersCount) await race(buyer, round)
    }),
  )
  // Both kinds raced: each round came to an end, and each kind to both ends.
  const ends = Object.values(outcomes).flatMap((each) => [each.COMPLETED, each.EXPIRED])
  expect(ends.reduce((total, each) => total + each, 0)).toBe(rounds)
  expect(Math.min(...ends)).toBeGreaterThan(0)
  expect((await checkLedger(db)).faults).toEqual([])
}, 120_000)
