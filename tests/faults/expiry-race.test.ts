// Tests completing at the moment of expiry, against the sweeper: exactly one of the two wins. A
// lock forces both orders, then many rounds leave the order to chance. FAULT_ROUNDS sets the rounds
// (100 in npm test, 1,000 in npm run faults).
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expirePurchases } from '#features/purchases/end/end-purchases.ts'
import { checkLedger } from '#features/purchases/inspect/check-ledger.ts'
import { type MovedClock, moveClockOf } from '#tests/support/clock.ts'
import { issueTestBatch } from '#tests/support/people/batch.ts'
import { cardOrder, Person } from '#tests/support/people/person.ts'
import { holdLock } from '#tests/support/servers/waiting-locks.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'
import { statement } from '#tests/support/test-statement.ts'

const rounds = Number(process.env.FAULT_ROUNDS ?? 100)
const buyersAtOnce = 4
/** A person may let only some dozens expire in an hour; then another person continues. */
const roundsOfBuyer = 25

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

const availableOf = statement(
  'test-available',
  { available_kg: 'int8' },
  'select available_kg from batch_stock where batch_id = $1',
)

let test: TestApp
let clock: MovedClock
beforeAll(async () => {
  // Only the tests themselves sweep.
  test = await startTestApp({ OPEN_RESERVATIONS_MAX: '100' }, undefined, { background: false })
  clock = await moveClockOf(test)
})
afterAll(async () => {
  await clock.close()
  await test.close()
})

async function reserved(isCard: boolean) {
  const { db } = test.services
  const buyer = await new Person(test.url).signIn()
  const batch = await issueTestBatch(db, { kg: 100 })
  const card = cardOrder(batch, 20, await buyer.cardToken())
  const wallet = { ...cardOrder(batch, 20, ''), payment_method: 'wallet', wallet_used: undefined }
  const { body } = await buyer.reserve(isCard ? card : wallet)
  const available = async () => (await db.run(availableOf, [batch.id]))[0]?.available_kg
  expect(await available()).toBe(80)
  return { buyer, batchId: batch.id, txId: String(body.txId), available }
}

describe.each([
  ['card', true],
  ['wallet', false],
] as const)('a purchase by %s that completes while it is swept', (_, isCard) => {
  it('has expired if the sweeper came first: all of it is released', async () => {
    const { buyer, batchId, txId, available } = await reserved(isCard)
    await test.services.db.run(lapse, [txId, '0'])
    // The sweeper waits for the stock, and holds the purchase by then.
    const stock = await holdLock(
      test,
      `select from batch_stock where batch_id = '${batchId}' for update`,
    )
    const sweeping = expirePurchases(test.services)
    await stock.untilWaiting('row', 1)
    const completing = buyer.complete(txId)
    await stock.untilWaiting('row', 2)
    await stock.release()
    expect((await completing).status).toBe(410)
    await sweeping
    expect(await settledState(txId)).toBe('EXPIRED')
    expect(await available()).toBe(100)
  })

  it('is complete if the completion came first, although its time ends meanwhile', async () => {
    const { buyer, batchId, txId, available } = await reserved(isCard)
    // The completion waits for its places: in time, and with the purchase locked.
    const places = await holdLock(
      test,
      `select from batch_places where batch_id = '${batchId}' for update`,
    )
    const completing = buyer.complete(txId)
    await places.untilWaiting('row', 1)
    await clock.move('11 minutes')
    await expirePurchases(test.services)
    await places.release()
    expect(await completing).toMatchObject({ status: 200, body: { status: 'COMPLETED' } })
    expect(await settledState(txId)).toBe('COMPLETED')
    expect(await available()).toBe(80)
  })
})

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
    // The wallet's order has no figures: the reservation's own are used.
    const order = isCard
      ? cardOrder(batch, 20, card_token)
      : { ...cardOrder(batch, 1, ''), payment_method: 'wallet', wallet_used: undefined }
    const { status, body } = await buyer.reserve(order)
    expect(status).toBe(200)
    // On a slow machine the first few always expire, and the late ones complete.
    const lapsesIn = round % 20 > 17 ? '5 seconds' : `${round % 7} milliseconds`
    await db.run(lapse, [body.txId, lapsesIn])
    const [answer] = await Promise.all([
      buyer.complete(body.txId),
      expirePurchases(test.services),
      expirePurchases(test.services),
    ])
    const expected = answer.status === 200 ? 'COMPLETED' : 'EXPIRED'
    expect(answer.status).toBe(expected === 'COMPLETED' ? 200 : 410)
    // A sweep skips purchases that another one is releasing.
    await expect.poll(() => settledState(body.txId)).toBe(expected)
    outcomes[isCard ? 'card' : 'wallet'][expected] += 1
  }
  async function raceInTurn(first: number): Promise<void> {
    const ofBuyer = buyersAtOnce * roundsOfBuyer
    for (let begin = first; begin < rounds; begin += ofBuyer) {
      const buyer = await new Person(test.url).signIn()
      const end = Math.min(rounds, begin + ofBuyer)
      for (let round = begin; round < end; round += buyersAtOnce) await race(buyer, round)
    }
  }
  await Promise.all(Array.from({ length: buyersAtOnce }, (_, first) => raceInTurn(first)))
  // Both kinds raced: each round had an end, and each kind had both ends.
  const ends = Object.values(outcomes).flatMap((each) => [each.COMPLETED, each.EXPIRED])
  expect(ends.reduce((total, each) => total + each, 0)).toBe(rounds)
  expect(Math.min(...ends)).toBeGreaterThan(0)
  expect((await checkLedger(db)).faults).toEqual([])
}, 1_200_000)
