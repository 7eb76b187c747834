// Kills or suspends the database's processes under a running product. The product stays up, its
// pages too, and it serves again by itself in the promised time. FAULT_PAUSES sets the seconds for
// which it, or the product, is suspended (none in npm test; 1, 5 and 30 in npm run faults).
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { EmbeddedDatabase } from '#embedded-postgres/embedded-postgres.ts'
import { checkLedger } from '#features/purchases/inspect/check-ledger.ts'
import type { Database } from '#platform/database/database.ts'
import { openEmbeddedProduct } from '#tests/faults/embedded-product.ts'
import { expectInTime } from '#tests/faults/in-time.ts'
import { issueTestBatch } from '#tests/support/people/batch.ts'
import { type Answer, cardOrder, Person, type TestBatch } from '#tests/support/people/person.ts'
import type { Product } from '#tests/support/servers/product.ts'
import { statement } from '#tests/support/test-statement.ts'

const pauses = process.env.FAULT_PAUSES?.split(',').map(Number) ?? []
const isLong = pauses.length > 0
/**
 * From the fault to the next whole purchase, milliseconds; more next to other tests on one disk.
 */
const backAfterBackendMs = isLong ? 3_000 : 10_000
const backAfterDatabaseMs = isLong ? 5_000 : 10_000
const backAfterPauseMs = isLong ? 5_000 : 10_000

const backends = statement(
  'process-backends',
  { pid: 'int4' },
  `select pid from pg_stat_activity where application_name = 'carbon-passport'`,
)
const lapseSoon = statement(
  'process-lapse',
  {},
  `update purchases set expires_at = now() + interval '300 milliseconds' where tx_id = $1`,
)
const stateOf = statement(
  'process-state',
  { state: 'text' },
  'select state from purchases where tx_id = $1',
)

let product: Product
let embedded: EmbeddedDatabase
let db: Database
let buyer: Person
let batch: TestBatch
beforeAll(async () => {
  ;({ product, embedded, db } = await openEmbeddedProduct())
  batch = await issueTestBatch(db, { kg: 1_000_000 })
  buyer = await new Person(product.url).signIn()
})
afterAll(async () => {
  const { faults } = await checkLedger(db)
  await db.close()
  await embedded.close()
  expect(await product.stop()).toBe(0)
  await product.remove()
  expect(faults).toEqual([])
})

/** A whole purchase under one key a step, repeated until it is complete; returns its time. */
async function buyUntilDone(): Promise<number> {
  const begin = performance.now()
  const [reserveKey, completeKey] = [randomUUID(), randomUUID()]
  const token = await insist(() => buyer.post('/dev/cards', card))
  const order = cardOrder(batch, 20, token.body.id)
  const reserved = await insist(() => buyer.reserve(order, { key: reserveKey }))
  const { txId } = reserved.body
  await insist(() => buyer.complete(txId, { key: completeKey }))
  return performance.now() - begin
}

const card = { number: '4242424242424242', exp_month: 12, exp_year: 2040, cvc: '123' }

async function insist(call: () => Promise<Answer>): Promise<Answer> {
  const end = performance.now() + 60_000
  let last: Answer | undefined
  while (performance.now() < end) {
    last = await call()
    if (last.status === 200) return last
    expect([202, 409, 503]).toContain(last.status)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  throw new Error(`no outcome: ${JSON.stringify(last?.body)}`)
}

it('a killed connection of the database delays the product only for a moment', async () => {
  await buyUntilDone()
  const [victim] = await db.run(backends)
  process.kill(victim?.pid ?? 0, 'SIGKILL')
  expectInTime(await buyUntilDone(), backAfterBackendMs)
  expect(product.endedBy()).toBeNull()
}, 60_000)

it('with a killed database the pages work, calls are answered, and sales return by themselves', async () => {
  await product.killDatabase()
  let refused = 0
  for (let count = 0; count < 20; count += 1) {
    const begin = performance.now()
    const [page, live, data] = await Promise.all([
      buyer.get('/help'),
      buyer.get('/health/live'),
      buyer.get('/api/wallet/me'),
    ])
    expect([page.status, live.status]).toEqual([200, 200])
    expect([200, 503]).toContain(data.status)
    if (data.status !== 503) continue
    refused += 1
    expect(data.headers.get('retry-after')).toBe('1')
    expectInTime(performance.now() - begin, 1_200)
  }
  expect(refused).toBeGreaterThan(0)
  expectInTime(await buyUntilDone(), backAfterDatabaseMs)
  expect(product.endedBy()).toBeNull()
}, 60_000)

for (const seconds of pauses) {
  it.each(['database', 'app'] as const)(
    `the %s that is suspended for ${seconds} s while a reservation expires: one end, and steady again`,
    async (which) => {
      const order = { ...cardOrder(batch, 5, ''), payment_method: 'wallet', wallet_used: 0.1 }
      const { body } = await insist(() => buyer.reserve(order))
      await db.run(lapseSoon, [body.txId])
      await signal(which, 'SIGSTOP')
      const asked = buyer.complete(body.txId).catch(() => null)
      await new Promise((resolve) => setTimeout(resolve, seconds * 1_000))
      await signal(which, 'SIGCONT')
      expectInTime(await buyUntilDone(), backAfterPauseMs)
      await asked
      await expect
        .poll(async () => (await db.run(stateOf, [body.txId]))[0]?.state)
        .toMatch(/^(COMPLETED|EXPIRED)$/)
      const again = await buyer.complete(body.txId)
      const [row] = await db.run(stateOf, [body.txId])
      expect(again.status).toBe(row?.state === 'COMPLETED' ? 200 : 410)
      expect(product.endedBy()).toBeNull()
    },
    120_000,
  )
}

async function signal(which: 'database' | 'app', name: 'SIGSTOP' | 'SIGCONT'): Promise<void> {
  if (which === 'app') product.signalApp(name)
  else await product.signalDatabase(name)
}
