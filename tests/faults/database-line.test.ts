// Tests faults of the line between product and database: cut at any byte, answers lost, frozen,
// slow, a locked row, and no connection left. No effect happens twice, every call ends, and the
// product recovers by itself. FAULT_CUTS sets how many cuts (12 in npm test), FAULT_SEED repeats a
// run.
import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { checkLedger } from '#features/purchases/inspect/check-ledger.ts'
import { isDatabaseUnavailable } from '#platform/database/database.ts'
import { passLeases } from '#tests/faults/fail-points-judge.ts'
import { expectInTime } from '#tests/faults/in-time.ts'
import { issueTestBatch } from '#tests/support/people/batch.ts'
import { creditTestWallet } from '#tests/support/people/credit.ts'
import { type Answer, cardOrder, Person, type TestBatch } from '#tests/support/people/person.ts'
import { randomFrom } from '#tests/support/random.ts'
import { openTcpProxy, type TcpProxy } from '#tests/support/servers/tcp-proxy.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'
import { statement } from '#tests/support/test-statement.ts'

const cuts = Number(process.env.FAULT_CUTS ?? 12)
const seed = Number(process.env.FAULT_SEED ?? Math.floor(Math.random() * 2 ** 31))
const isLong = process.env.FAULT_CUTS !== undefined
/** The approximate number of bytes that a purchase's calls pass between product and database. */
const bytesOfPurchase = 16_000
const connectionsMax = 10

const sleepInDatabase = statement('line-sleep', {}, 'select from pg_sleep($1)')
const purchasesOf = statement(
  'line-purchases',
  { state: 'text', count: 'int8' },
  'select state, count(*) as count from purchases where buyer_id = $1 group by state',
)

let proxy: TcpProxy
let test: TestApp
let batch: TestBatch
beforeAll(async () => {
  test = await startTestApp(
    {
      OPEN_RESERVATIONS_MAX: '1000',
      DATABASE_CONNECTIONS: String(connectionsMax),
      TIMEOUT_FACTOR: '1',
    },
    () => ({}),
    {
      background: false,
      async by(url) {
        proxy = await openTcpProxy(url)
        return proxy.url
      },
    },
  )
  batch = await issueTestBatch(test.services.db, { kg: 10_000_000 })
})
afterAll(async () => {
  const { faults } = await checkLedger(test.services.db)
  await test.close()
  await proxy.close()
  expect(faults).toEqual([])
})

async function richPerson(): Promise<Person> {
  const person = await new Person(test.url).signIn()
  const money = { currency: 'GBP', amountMinor: 10_000_000 }
  await creditTestWallet(test.services.db, { passportId: person.id, ...money })
  return person
}

const walletOrder = (of: TestBatch, count = 20) => ({
  ...cardOrder(of, count, ''),
  payment_method: 'wallet',
  wallet_used: undefined,
})

/** Allowed answers while the line is bad; any other is a fault of ours. */
function isPassing({ status, body }: Answer): boolean {
  return status === 503 || status === 202 || (status === 409 && body.code === 'in_progress')
}

/** Repeats the call until there is an outcome, as a browser does, with the same key. */
async function insist(call: () => Promise<Answer>): Promise<Answer> {
  for (let count = 0; count < 50; count += 1) {
    const answer = await call()
    if (!isPassing(answer)) return answer
    if (answer.status !== 202) expect(answer.headers.get('retry-after')).not.toBeNull()
    if (answer.status === 409) await passLeases(test.services).catch(() => undefined)
  }
  throw new Error('no outcome')
}

async function buy(buyer: Person, order: Record<string, unknown>): Promise<Answer> {
  const key = randomUUID()
  const reserved = await insist(() => buyer.reserve(order, { key }))
  expect(reserved.status).toBe(200)
  return insist(() => buyer.complete(reserved.body.txId))
}

async function timed<Result>(work: () => Promise<Result>): Promise<[Result, number]> {
  const begin = performance.now()
  return [await work(), performance.now() - begin]
}

describe('a line that breaks', () => {
  it(
    `after any byte loses no purchase and makes none twice (${cuts} cuts, FAULT_SEED=${seed})`,
    async () => {
      const random = randomFrom(seed)
      const buyer = await richPerson()
      const before = proxy.cuts()
      let bought = 0
      while (proxy.cuts() < before + cuts) {
        const isCard = random.next() < 0.3
        const token = isCard ? await buyer.cardToken() : ''
        proxy.cutAfter(random.between(1, bytesOfPurchase))
        const order = isCard ? cardOrder(batch, 20, token) : walletOrder(batch)
        expect(await buy(buyer, order)).toMatchObject({ status: 200, body: { tokens_total: 20 } })
        bought += 1
        // A cut that did not happen during the purchase must not happen in the preparations of the
        // next one.
        proxy.cutAfter(Number.POSITIVE_INFINITY)
      }
      const states = await test.services.db.run(purchasesOf, [buyer.id])
      expect(states).toEqual([{ state: 'COMPLETED', count: bought }])
      expect((await buyer.get('/passport/me')).body.total_offsets).toBe(20 * bought)
    },
    60_000 + cuts * 500,
  )

  it('between a commit and its answer leaves one purchase, found again by its key', async () => {
    const buyer = await richPerson()
    const rounds = isLong ? 50 : 4
    for (let round = 0; round < rounds; round += 1) {
      const isCard = round % 2 === 1
      const order = isCard ? cardOrder(batch, 20, await buyer.cardToken()) : walletOrder(batch)
      const before = proxy.cuts()
      const key = randomUUID()
      proxy.loseNextCommit()
      const lost = await buyer.reserve(order, { key })
      expect([lost.status, proxy.cuts()]).toEqual([503, before + 1])
      const reserved = await insist(() => buyer.reserve(order, { key }))
      proxy.loseNextCommit()
      expect(isPassing(await buyer.complete(reserved.body.txId))).toBe(true)
      const completed = await insist(() => buyer.complete(reserved.body.txId))
      expect(completed.body).toMatchObject({ status: 'COMPLETED', tokens_total: 20 })
    }
    const states = await test.services.db.run(purchasesOf, [buyer.id])
    expect(states).toEqual([{ state: 'COMPLETED', count: rounds }])
  }, 120_000)
})

describe('a frozen line', () => {
  it('ends every call in time, leaves the pages alone, and serves on once it is back', async () => {
    const buyer = await richPerson()
    proxy.setFrozen(true)
    const calls = Array.from({ length: 2 * connectionsMax }, (_, index) =>
      timed(() =>
        index % 2 === 0
          ? buyer.get('/api/wallet/me')
          : buyer.reserve(walletOrder(batch), { key: randomUUID() }),
      ),
    )
    const [live, liveMs] = await timed(() => buyer.get('/health/live'))
    expect(live.status).toBe(200)
    expectInTime(liveMs, 500)
    const [ready, readyMs] = await timed(() => buyer.get('/health/ready'))
    expect(ready.status).toBe(503)
    expectInTime(readyMs, 1_000)
    expect((await buyer.get('/api/openapi.json')).status).toBe(200)
    for (const [{ status, headers }, ms] of await Promise.all(calls)) {
      expect(status).toBe(503)
      expect(headers.get('retry-after')).toBe('1')
      expectInTime(ms, 6_500)
    }
    proxy.setFrozen(false)
    const [again, againMs] = await timed(() => buy(buyer, walletOrder(batch)))
    expect(again.body.status).toBe('COMPLETED')
    expectInTime(againMs, 5_000)
  }, 30_000)
})

describe('a slow line', () => {
  it.each(isLong ? [50, 500, 5_000] : [50])(
    'of %i ms leads to correct answers or busy ones, and to normal ones once it is fast',
    async (delayMs) => {
      const buyer = await richPerson()
      proxy.setDelay(delayMs)
      const answers = await Promise.all(
        Array.from({ length: 5 }, () => timed(() => buyer.get('/api/wallet/me'))),
      )
      for (const [{ status }, ms] of answers) {
        expect([200, 503]).toContain(status)
        expectInTime(ms, 7_000)
      }
      if (delayMs < 100) expect((await buy(buyer, walletOrder(batch))).status).toBe(200)
      proxy.setDelay(0)
      expect((await buy(buyer, walletOrder(batch))).status).toBe(200)
    },
    60_000,
  )
})

describe('a row that another client keeps locked', () => {
  const heldMs = isLong ? 10_000 : 1_500

  it('delays only its own buyers, for a second each; all others are served', async () => {
    const [buyer, other] = [await richPerson(), await richPerson()]
    const locked = await issueTestBatch(test.services.db, { kg: 1_000 })
    const locker = new pg.Client({ connectionString: test.databaseUrl })
    await locker.connect()
    await locker.query('begin')
    await locker.query('select from batch_stock where batch_id = $1 for update', [locked.id])
    let isHeld = true
    const waiting = Promise.all(
      Array.from({ length: 5 }, async () => {
        while (isHeld) {
          const key = randomUUID()
          const [answer, ms] = await timed(() => buyer.reserve(walletOrder(locked, 1), { key }))
          if (isHeld) expect([answer.status, answer.body.code]).toEqual([503, 'unavailable'])
          expectInTime(ms, 3_500)
        }
      }),
    )
    const end = performance.now() + heldMs
    const reads: number[] = []
    let bought = 0
    while (performance.now() < end) {
      const [{ status }, ms] = await timed(() => other.get('/api/wallet/me'))
      expect(status).toBe(200)
      reads.push(ms)
      const { status: sold } = await other.reserve(walletOrder(batch, 1), { key: randomUUID() })
      bought += Number(sold === 200)
    }
    expectInTime(Math.max(...reads), 1_000)
    expect(bought).toBeGreaterThan(0)
    isHeld = false
    await locker.query('rollback')
    await locker.end()
    await waiting
    expect((await buy(buyer, walletOrder(locked, 1))).status).toBe(200)
  }, 60_000)
})

describe('no connection left', () => {
  it('leads to 503 with Retry-After soon, until a connection is free', async () => {
    const buyer = await richPerson()
    let isHeld = true
    let heldCount = 0
    const holdOne = () =>
      test.services.db.transaction(async (tx) => {
        heldCount += 1
        while (isHeld) await tx.run(sleepInDatabase, [0.05])
      })
    const busy = Array.from({ length: connectionsMax }, async () => {
      // On a busy machine a connection may take longer to open than a call waits for one.
      while (isHeld) {
        await holdOne().catch((error: unknown) => {
          if (!isDatabaseUnavailable(error)) throw error
        })
      }
    })
    await vi.waitUntil(() => heldCount >= connectionsMax, 20_000)
    const [{ status, headers }, ms] = await timed(() => buyer.get('/api/wallet/me'))
    expect([status, headers.get('retry-after')]).toEqual([503, '1'])
    expectInTime(ms, 1_200)
    expect((await buyer.get('/health/live')).status).toBe(200)
    expect((await buyer.get('/health/ready')).status).toBe(503)
    isHeld = false
    await Promise.all(busy)
    const [again, againMs] = await timed(() => buy(buyer, walletOrder(batch)))
    expect(again.status).toBe(200)
    expectInTime(againMs, 2_000)
  }, 30_000)
})
