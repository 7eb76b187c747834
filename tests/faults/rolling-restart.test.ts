// Upgrades two products on one database as in docs/install.md#upgrade while people buy: the schema
// first, then a restart of one after the other. A proxy retries as Caddy does, and a browser
// repeats only by its own rules. Every purchase succeeds, and no answer is a fault. One product
// runs several processes (WEB_CONCURRENCY) and writes its log to a full disk. FAULT_ROUNDS (npm run
// faults) restarts both ten times, npm test one once.
import { randomUUID } from 'node:crypto'
import { copyFile, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { processExists } from '#embedded-postgres/running-processes.ts'
import { checkLedger } from '#features/purchases/inspect/check-ledger.ts'
import { latestMigration, migrate } from '#platform/database/schema/migrate.ts'
import { issueTestBatch } from '#tests/support/people/batch.ts'
import { type Answer, cardOrder, Person, type TestBatch } from '#tests/support/people/person.ts'
import {
  createTestDatabase,
  openTestDatabase,
  type TestDatabase,
  timeoutFactor,
} from '#tests/support/postgres.ts'
import { openProduct, type Product } from '#tests/support/servers/product.ts'
import {
  proxyMark,
  type RetryingProxy,
  startRetryingProxy,
} from '#tests/support/servers/retrying-proxy.ts'
import { statement } from '#tests/support/test-statement.ts'

const migrations = resolve(import.meta.dirname, '../../database/migrations')
const isLong = process.env.FAULT_ROUNDS !== undefined
const buyersCount = 6
const processes = 2
/** The longest time that a buyer waits for one answer. */
const timeoutMs = 60_000

const completedOf = statement(
  'rolling-completed',
  { count: 'int8' },
  `select count(*) as count from purchases where state = 'COMPLETED'`,
)

let database: TestDatabase
let products: readonly Product[]
let proxy: RetryingProxy
let batch: TestBatch
beforeAll(async () => {
  database = await createTestDatabase()
  const env = {
    DATABASE_URL: database.url,
    SECRET_KEY: '5f'.repeat(32),
    DEMO_CATALOGUE: '0',
    OPEN_RESERVATIONS_MAX: '1000',
    LOG_LEVEL: 'info',
    TIMEOUT_FACTOR: String(timeoutFactor),
  }
  const several = { ...env, WEB_CONCURRENCY: String(processes) }
  products = await Promise.all([openProduct(env), openProduct(several, { log: '/dev/full' })])
  await Promise.all(products.map((product) => product.start()))
  proxy = await startRetryingProxy(products.map(({ url }) => url))
  const db = openTestDatabase(database.url)
  batch = await issueTestBatch(db, { kg: 1_000_000 })
  await db.close()
})
afterAll(async () => {
  await proxy.close()
  await Promise.all(products.map((product) => product.remove()))
  await database.drop()
})

/**
 * The clients' results: answers with a fault of the server, and the number of retries by the proxy.
 */
type Seen = { faults: string[]; repeats: number; bought: number }

/**
 * As in features/purchases/web/purchase-requests.ts: seconds between two repeats; then the last
 * value.
 */
const waitsSeconds = [0.5, 1, 2, 4, 8] as const
/**
 * The number of a browser's attempts to reserve (send-order.ts); a reserved purchase is
 * repeated without a limit.
 */
const reserveTurnsMax = 5

/** A call of a purchase as a browser repeats it, under the same key, until its answer is final. */
async function askUntilFinal(
  seen: Seen,
  call: () => Promise<Answer>,
  turnsMax = Number.POSITIVE_INFINITY,
): Promise<Answer> {
  const end = performance.now() + timeoutMs
  for (let turn = 0; ; turn += 1) {
    const answer = await call().catch(() => null)
    if (answer !== null) noteFault(seen, answer)
    if (answer?.status === 200) return answer
    const isOpen =
      answer === null ||
      [202, 502, 503, 504].includes(answer.status) ||
      answer.body.code === 'in_progress'
    if (!isOpen || turn + 1 >= turnsMax || performance.now() > end) {
      throw new Error(`a browser gives up: ${answer?.status} ${JSON.stringify(answer?.body)}`)
    }
    seen.repeats += 1
    const asked = Number(answer?.headers.get('retry-after') ?? Number.NaN)
    const seconds = waitsSeconds[Math.min(turn, waitsSeconds.length - 1)] ?? 8
    await pause((Number.isNaN(asked) ? seconds : asked) * 1_000)
  }
}

/**
 * A read: once more if the server was unreachable (web/api/query-client.ts); any answer ends it.
 */
async function read(seen: Seen, call: () => Promise<Answer>): Promise<Answer> {
  const answer = await call().catch(async () => {
    seen.repeats += 1
    await pause(800)
    return call()
  })
  noteFault(seen, answer)
  return answer
}

function noteFault({ faults }: Seen, { status, headers, body }: Answer): void {
  if (status >= 500 && !headers.has(proxyMark)) faults.push(JSON.stringify(body))
}

async function buyUntil(person: Person, seen: Seen, isOver: () => boolean) {
  const card = { number: '4242424242424242', exp_month: 12, exp_year: 2040, cvc: '123' }
  while (!isOver()) {
    // The card provider's own field requests it, not the product's page.
    const token = await askUntilFinal(seen, () => person.post('/dev/cards', card))
    const order = cardOrder(batch, 20, token.body.id)
    const [reserveKey, completeKey] = [randomUUID(), randomUUID()]
    const reserve = () => person.reserve(order, { key: reserveKey })
    const { txId } = (await askUntilFinal(seen, reserve, reserveTurnsMax)).body
    await askUntilFinal(seen, () => person.complete(txId, { key: completeKey }))
    expect((await read(seen, () => person.get('/passport/me'))).status).toBe(200)
    seen.bought += 1
  }
}

it('a log on a full disk stops no request', async () => {
  const [, product] = products
  const person = await new Person(product?.url ?? '').signIn()
  for (let count = 0; count < 20; count += 1) {
    expect((await person.get('/api/wallet/me')).status).toBe(200)
  }
  expect(product?.endedBy()).toBeNull()
})

it('a killed process of several is started again, while the others serve', async () => {
  const [, product] = products
  const running = async () => (await product?.processes()) ?? []
  const before = await running()
  expect(before).toHaveLength(processes)
  const [victim = 0] = before
  process.kill(victim, 'SIGKILL')
  const isWhole = async () => {
    const now = await running()
    return now.length === processes && !now.includes(victim)
  }
  await expect.poll(isWhole).toBe(true)
  expect(product?.endedBy()).toBeNull()
})

/** Changes that a newer version may make to a schema that the present version still uses. */
const nextMigration = `
  alter table purchases add column test_upgraded boolean not null default false;
  alter table sessions add column test_upgraded text;
  alter table outbox add column test_upgraded text;
  create index test_upgraded on purchases (test_upgraded) where test_upgraded;
  create table test_upgrades (purchase_id uuid references purchases);`

async function migrateFurther(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'carbon-passport-migrations-'))
  for (const name of await readdir(migrations))
    await copyFile(join(migrations, name), join(folder, name))
  const name = `${String((await latestMigration()) + 1).padStart(4, '0')}_test.sql`
  await writeFile(join(folder, name), nextMigration)
  expect(await migrate(database.url, { folder })).toEqual([name])
  await rm(folder, { recursive: true })
}

it('products that are upgraded in turn fail no browser, and send no fault', async () => {
  const seen: Seen = { faults: [], repeats: 0, bought: 0 }
  let isOver = false
  const buyers = await Promise.all(
    Array.from({ length: buyersCount }, () => new Person(proxy.url).signIn()),
  )
  const buying = Promise.all(buyers.map((person) => buyUntil(person, seen, () => isOver)))
  // A buyer who gives up is reported at the end, not as an unhandled rejection.
  buying.catch(() => undefined)
  await migrateFurther()
  for (const product of isLong ? Array(10).fill(products).flat() : products.slice(0, 1)) {
    await pause(300)
    expect(await product.stop()).toBe(0)
    await product.start()
  }
  isOver = true
  await buying
  expect(seen.faults).toEqual([])
  expect(seen.bought).toBeGreaterThan(buyersCount)
  const db = openTestDatabase(database.url)
  expect((await db.run(completedOf))[0]?.count).toBe(seen.bought)
  expect((await checkLedger(db)).faults).toEqual([])
  await db.close()
}, 180_000)

it('a stop ends every process of a product', async () => {
  const [, product] = products
  const running = (await product?.processes()) ?? []
  expect(running).toHaveLength(processes)
  expect(await product?.stop()).toBe(0)
  expect(running.filter(processExists)).toEqual([])
})
