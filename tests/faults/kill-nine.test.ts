// Kills the app, the database or both with -9, or suspends both, in the middle of purchases. No
// acknowledged effect is lost, no effect happens twice, and an unknown outcome settles when it is
// repeated with its key. FAULT_KILLS sets how many faults (2 in npm test; some hundreds are a
// soak), FAULT_SEED repeats a run. A long run prints the share of calls that were answered
// correctly in time, faults included.
import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { openEmbeddedDatabase } from '#embedded-postgres/embedded-postgres.ts'
import { checkLedger } from '#features/purchases/inspect/check-ledger.ts'
import type { Database } from '#platform/database/database.ts'
import { issueTestBatch } from '#tests/support/people/batch.ts'
import { cardOrder, Person, type TestBatch } from '#tests/support/people/person.ts'
import { openTestDatabase } from '#tests/support/postgres.ts'
import { type Random, randomFrom } from '#tests/support/random.ts'
import { openProduct, type Product } from '#tests/support/servers/product.ts'
import { hangTimeoutFactor } from '#tests/support/test-app.ts'
import { statement } from '#tests/support/test-statement.ts'

const kills = Number(process.env.FAULT_KILLS ?? 2)
const seed = Number(process.env.FAULT_SEED ?? Math.floor(Math.random() * 2 ** 31))
const buyersCount = 8
const isLong = process.env.FAULT_KILLS !== undefined
/** A later answer does not count as in time. */
const inTimeMs = 2_000
const memoryMaxMiB = 300
/** In turn, each at a random moment. */
const blows: readonly ((product: Product, random: Random) => Promise<void>)[] = [
  (product) => product.killDatabase(),
  async (product) => {
    await product.killDatabase()
    await restart(product)
  },
  restart,
  async (product, random) => {
    product.signalApp('SIGSTOP')
    await pause(random.between(200, 3_000))
    product.signalApp('SIGCONT')
  },
  async (product, random) => {
    await product.signalDatabase('SIGSTOP')
    await pause(random.between(200, 3_000))
    await product.signalDatabase('SIGCONT')
  },
]
const score = { asked: 0, inTime: 0 }

async function restart(product: Product): Promise<void> {
  await product.killApp()
  await product.start()
}
const batchKg = 1_000_000

type Try = {
  readonly buyer: Person
  readonly order: Record<string, unknown>
  readonly key: string
  txId: string | null
  /** COMPLETED was acknowledged. */
  completed: boolean
  refused: boolean
  /** The answer of the last step, for the report of a failure. */
  last: string
}

const capturedAtProvider = statement(
  'test-captured-at-provider',
  { payments: 'int8', captures: 'int8', amount_minor: 'int8' },
  `select count(*) as payments, (select count(*) from sandbox_cards.log where event = 'captured')
     as captures, coalesce(sum(amount_minor), 0)::bigint as amount_minor
   from sandbox_cards.payments where status = 'captured'`,
)
const capturedHere = statement(
  'test-captured-here',
  { purchases: 'int8', amount_minor: 'int8' },
  `select count(*) as purchases, coalesce(sum(card_minor), 0)::bigint as amount_minor
   from purchases where state = 'COMPLETED' and card_minor > 0`,
)
const stuck = statement(
  'test-stuck',
  { count: 'int8' },
  `select count(*) as count from purchases where state = 'COMPLETING'
     or card_state in ('AUTHORISING', 'CAPTURING')`,
)

/** One step of a purchase, on any state of the connection. */
async function step(each: Try): Promise<void> {
  const begin = performance.now()
  score.asked += 1
  try {
    if (each.txId === null) {
      const answer = await each.buyer.reserve(each.order, { key: each.key })
      each.last = `getPin ${answer.status} ${answer.body.code}`
      if (answer.status === 200) each.txId = answer.body.txId
      else if (![409, 503].includes(answer.status)) each.refused = true
    } else {
      const { status, body } = await each.buyer.complete(each.txId)
      each.last = `validatePin ${status} ${body.code ?? body.status}`
      if (status === 200) each.completed = true
      else if ([402, 410].includes(status)) each.refused = true
    }
  } catch (error) {
    each.last = String(error)
    // The connection broke: the outcome is unknown until the call is repeated.
  }
  const isAnswered = / 200 /.test(each.last)
  if (isAnswered && performance.now() - begin < inTimeMs) score.inTime += 1
}

async function buyUntil(buyer: Person, batch: TestBatch, tries: Try[], done: () => boolean) {
  while (!done()) {
    const token = await buyer.cardToken().catch(() => null)
    if (token === null) {
      await new Promise((resolve) => setTimeout(resolve, 100))
      continue
    }
    const order = cardOrder(batch, 20 + (tries.length % 7), token)
    const each: Try = {
      buyer,
      order,
      key: randomUUID(),
      txId: null,
      completed: false,
      refused: false,
      last: 'nothing',
    }
    tries.push(each)
    for (let count = 0; count < 2 && !each.completed && !done(); count += 1) await step(each)
  }
}

async function settle(tries: readonly Try[]): Promise<void> {
  const deadline = performance.now() + 90_000
  for (const each of tries) {
    while (!each.completed && !each.refused) {
      await step(each)
      if (performance.now() > deadline)
        throw new Error(`unsettled: ${each.txId ?? each.key}: ${each.last}`)
      if (!each.completed) await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }
}

async function totals(buyers: readonly Person[], tries: readonly Try[]) {
  for (const buyer of buyers) {
    const own = tries.filter((each) => each.buyer === buyer && each.completed)
    const kg = own.reduce((sum, each) => sum + Number(each.order.count), 0)
    const { body } = await buyer.get('/passport/me')
    expect(body.total_offsets).toBe(kg)
  }
}

it(
  `survives ${kills} faults (seed ${seed})`,
  async () => {
    const random = randomFrom(seed)
    const product = await openProduct({
      OPEN_RESERVATIONS_MAX: '1000',
      LOG_LEVEL: 'silent',
      DEMO_CATALOGUE: '0',
      TIMEOUT_FACTOR: isLong ? '1' : hangTimeoutFactor,
    })
    const tries: Try[] = []
    let db: Database | undefined
    try {
      await product.start()
      const embedded = await openEmbeddedDatabase({
        dataDir: product.dataDir,
        log: () => undefined,
      })
      db = openTestDatabase(embedded.url)
      const batch = await issueTestBatch(db, { kg: batchKg })
      await db.close()
      await embedded.close()
      const buyers = await Promise.all(
        Array.from({ length: buyersCount }, () => new Person(product.url).signIn()),
      )
      let stopping = false
      const buying = buyers.map((buyer) => buyUntil(buyer, batch, tries, () => stopping))
      for (let kill = 0; kill < kills; kill += 1) {
        await new Promise((resolve) => setTimeout(resolve, 300 + random.next() * 900))
        await blows[kill % blows.length]?.(product, random)
      }
      await new Promise((resolve) => setTimeout(resolve, 2_000))
      stopping = true
      await Promise.all(buying)
      expect(tries.filter((each) => each.completed).length).toBeGreaterThan(kills)
      await settle(tries)
      await totals(buyers, tries)
      const again = await openEmbeddedDatabase({ dataDir: product.dataDir, log: () => undefined })
      db = openTestDatabase(again.url)
      const [provider] = await db.run(capturedAtProvider)
      const [ours] = await db.run(capturedHere)
      expect(provider?.amount_minor).toBe(ours?.amount_minor)
      expect(provider?.payments).toBe(ours?.purchases)
      expect(provider?.captures).toBe(ours?.purchases)
      expect((await db.run(stuck))[0]?.count).toBe(0)
      expect((await checkLedger(db)).faults).toEqual([])
      await db.close()
      await again.close()
      if (isLong) {
        const percent = ((100 * score.inTime) / score.asked).toFixed(1)
        console.log(`${percent} % of ${score.asked} calls were answered within ${inTimeMs} ms`)
        expect(await product.memoryMiB()).toBeLessThan(memoryMaxMiB)
      }
      expect(await product.stop()).toBe(0)
    } finally {
      await product.remove()
    }
  },
  180_000 + kills * 15_000,
)
