// Limits the round trips to the database of a lone call. A change may only lower these numbers.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { issueTestBatch } from '#tests/support/people/batch.ts'
import { type Answer, cardOrder, Person, type TestBatch } from '#tests/support/people/person.ts'
import { openTcpProxy, type TcpProxy } from '#tests/support/servers/tcp-proxy.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'

const delayMs = 30

let test: TestApp
let line: TcpProxy
let batch: TestBatch
beforeAll(async () => {
  test = await startTestApp({ OPEN_RESERVATIONS_MAX: '500' }, undefined, {
    background: false,
    by: async (url) => {
      line = await openTcpProxy(url)
      return line.url
    },
  })
  batch = await issueTestBatch(test.services.db, { kg: 10_000 })
})
afterAll(async () => {
  await test.close()
  await line.close()
})

async function roundTripsOf(call: () => Promise<Answer>): Promise<number> {
  line.setDelay(delayMs)
  const before = line.roundTrips()
  const answer = await call()
  const roundTrips = line.roundTrips() - before
  line.setDelay(0)
  expect(answer.status).toBe(200)
  expect(roundTrips).toBeGreaterThan(0)
  return roundTrips
}

async function signIn(): Promise<readonly number[]> {
  const person = new Person(test.url)
  const { phone } = person
  const ask = () => person.post('/api/auth/request-otp', { phone })
  const code = await roundTripsOf(ask)
  const typed = { phone, code: await person.readCode() }
  return [code, await roundTripsOf(() => person.post('/api/auth/verify-otp', typed))]
}

async function buy(order: Record<string, unknown>, buyer: Person): Promise<readonly number[]> {
  let txId = ''
  const reserve = await roundTripsOf(async () => {
    const answer = await buyer.reserve(order, { key: randomUUID() })
    txId = answer.body.txId
    return answer
  })
  return [reserve, await roundTripsOf(() => buyer.complete(txId))]
}

function expectAtMost(figures: readonly number[], most: readonly number[]): void {
  const isMore = figures.some((figure, index) => figure > (most[index] ?? 0))
  expect(isMore ? figures : most).toEqual(most)
}

/** The first round opens connections and prepares statements. */
async function secondOf<Figures>(measure: () => Promise<Figures>): Promise<Figures> {
  await measure()
  return measure()
}

it('a code takes at most 5 round trips, and a sign-in 6', async () => {
  expectAtMost(await secondOf(signIn), [5, 6])
})

it('a purchase by wallet takes at most 4 round trips to reserve and 4 to complete', async () => {
  const buyer = await new Person(test.url).signIn()
  const { id: batchId, currency, price_per_kg: amount } = batch
  const order = { batchId, count: 1, amount, currency, payment_method: 'wallet', is_gift: 0 }
  const { body } = await buyer.post('/api/wallet/prepay-preview', { batchId, count: 1, currency })
  const figures = await secondOf(() => buy({ ...order, wallet_used: body.wallet_used }, buyer))
  expectAtMost(figures, [4, 4])
})

it('a purchase by card takes at most 9 round trips to reserve and 9 to complete', async () => {
  const buyer = await new Person(test.url).signIn()
  const figures = await secondOf(async () =>
    buy(cardOrder(batch, 100, await buyer.cardToken()), buyer),
  )
  expectAtMost(figures, [9, 9])
})
