// Sends more requests than the machine can serve: nearly as many as before are served in time,
// others get a busy answer at once, and memory does not grow. It measures the machine, so it runs
// long and alone: FAULT_OVERLOAD sets the seconds of each load (npm run faults).
import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  type EmbeddedDatabase,
  openEmbeddedDatabase,
} from '#embedded-postgres/embedded-postgres.ts'
import { checkLedger } from '#features/purchases/inspect/check-ledger.ts'
import type { Database } from '#platform/database/database.ts'
import { issueTestBatch } from '#tests/support/people/batch.ts'
import { creditTestWallet } from '#tests/support/people/credit.ts'
import {
  type Answer,
  cardOrder,
  newPhone,
  Person,
  type TestBatch,
} from '#tests/support/people/person.ts'
import { openTestDatabase } from '#tests/support/postgres.ts'
import { type Random, randomFrom } from '#tests/support/random.ts'
import { openProduct, type Product } from '#tests/support/servers/product.ts'

const seconds = Number(process.env.FAULT_OVERLOAD ?? 0)
const seed = Number(process.env.FAULT_SEED ?? 1)
/** Concurrent calls; the best result is the machine's capacity. */
const crowds = [8, 16, 32]
const peopleCount = 16
const memoryMaxMiB = 300
const slowSocketsCount = 500
/** Headers may take 5 s; Node checks for late ones twice a minute. */
const slowSocketsEndMs = 40_000

type Load = {
  readonly goodPerSecond: number
  readonly busyPerSecond: number
  readonly p99Ms: number
  readonly memoryMiB: number
}

describe.runIf(seconds > 0)('more users than the machine can serve', () => {
  let product: Product
  let embedded: EmbeddedDatabase
  let db: Database
  let people: readonly Person[]
  let batches: readonly TestBatch[]
  let peak = { crowd: 0, goodPerSecond: 0 }
  beforeAll(async () => {
    product = await openProduct({
      OPEN_RESERVATIONS_MAX: '1000',
      DEMO_CATALOGUE: '0',
      LOG_LEVEL: 'error',
    })
    await product.start()
    embedded = await openEmbeddedDatabase({ dataDir: product.dataDir, log: () => undefined })
    db = openTestDatabase(embedded.url)
    const kg = 100_000_000
    batches = await Promise.all(Array.from({ length: 6 }, () => issueTestBatch(db, { kg })))
    people = await Promise.all(Array.from({ length: peopleCount }, signInRich))
  }, 120_000)
  afterAll(async () => {
    const { faults } = await checkLedger(db)
    await db.close()
    await embedded.close()
    await product.stop()
    await product.remove()
    expect(faults).toEqual([])
  }, 120_000)

  async function signInRich(): Promise<Person> {
    const person = await new Person(product.url).signIn()
    const money = { currency: 'GBP', amountMinor: 50_000_000 }
    await creditTestWallet(db, { passportId: person.id, ...money })
    return person
  }

  /** This number of calls are in progress at every moment. */
  async function press(crowd: number): Promise<Load> {
    const random = randomFrom(seed)
    const begin = performance.now() + 1_000
    const end = begin + seconds * 1_000
    const goodMs: number[] = []
    let busy = 0
    async function ask(call: () => Promise<Answer>): Promise<Answer> {
      const started = performance.now()
      const answer = await call()
      const ended = performance.now()
      expect([200, 503]).toContain(answer.status)
      if (started < begin || ended > end) return answer
      if (answer.status === 200) goodMs.push(ended - started)
      else busy += 1
      return answer
    }
    await Promise.all(
      Array.from({ length: crowd }, async (_, index) => {
        const person = people[index % people.length]
        while (person !== undefined && performance.now() < end) {
          await act(person, random, random.pick(batches), ask)
        }
      }),
    )
    goodMs.sort((a, b) => a - b)
    const load = {
      goodPerSecond: goodMs.length / seconds,
      busyPerSecond: busy / seconds,
      p99Ms: goodMs[Math.floor(goodMs.length * 0.99)] ?? 0,
      memoryMiB: await product.memoryMiB(),
    }
    console.log(`${crowd} at once`, load)
    return load
  }

  it('are first measured without overload', async () => {
    for (const crowd of crowds) {
      const { goodPerSecond } = await press(crowd)
      if (goodPerSecond > peak.goodPerSecond) peak = { crowd, goodPerSecond }
    }
    expect(peak.goodPerSecond).toBeGreaterThan(0)
  }, 120_000)

  it.each([
    [3, 0.8],
    [10, 0.5],
  ])(
    'at %i times the load get at least %f of the good answers',
    async (times, share) => {
      // Measured at the same time, since other work may use the machine meanwhile.
      const before = await press(peak.crowd)
      const load = await press(peak.crowd * times)
      const after = await press(peak.crowd)
      const usual = (before.goodPerSecond + after.goodPerSecond) / 2
      expect(load.goodPerSecond).toBeGreaterThan(usual * share)
      expect(load.p99Ms).toBeLessThan(2_000)
      expect(load.memoryMiB).toBeLessThan(memoryMaxMiB)
    },
    120_000,
  )

  it(`${slowSocketsCount} clients that never end their headers are disconnected, and no other client notices`, async () => {
    const port = Number(new URL(product.url).port)
    const closed = Array.from({ length: slowSocketsCount }, () => holdOpen(port))
    expect((await press(8)).busyPerSecond).toBe(0)
    expect(Math.max(...(await Promise.all(closed)))).toBeLessThan(slowSocketsEndMs)
    expect(await product.memoryMiB()).toBeLessThan(memoryMaxMiB)
  }, 120_000)
})

/**
 * A client that sends its headers a letter a second; returns the time until it was disconnected.
 */
function holdOpen(port: number): Promise<number> {
  const begin = performance.now()
  const socket = connect({ host: '127.0.0.1', port })
  socket.write('GET /health/live HTTP/1.1\r\nHost: localhost\r\nX-Slow: ')
  const drip = setInterval(() => socket.write('a'), 1_000)
  return new Promise((resolve) => {
    socket.on('error', () => undefined)
    socket.resume()
    socket.on('close', () => {
      clearInterval(drip)
      resolve(performance.now() - begin)
    })
  })
}

/** Typical calls: half reads, a third purchases, some previews, some without a session. */
async function act(
  person: Person,
  random: Random,
  batch: TestBatch,
  ask: (call: () => Promise<Answer>) => Promise<Answer>,
): Promise<void> {
  const choice = random.next()
  if (choice < 0.5) {
    const path = random.pick(['/api/wallet/me', '/passport/me', '/api/batches'])
    await ask(() => person.get(path))
    return
  }
  if (choice < 0.6) {
    const { phone } = person
    const preview = { phone, total_price: 1, currency: 'GBP', user_currency: 'GBP' }
    await ask(() => person.post('/api/wallet/prepay-preview', preview))
    return
  }
  if (choice < 0.65) {
    const phone = newPhone()
    await ask(() => new Person(person.url, phone).post('/api/auth/request-otp', { phone }))
    return
  }
  const order = { ...cardOrder(batch, 1, ''), payment_method: 'wallet', wallet_used: undefined }
  const { status, body } = await ask(() => person.reserve(order))
  if (status === 200) await ask(() => person.complete(body.txId))
}
