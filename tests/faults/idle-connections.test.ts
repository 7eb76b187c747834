// Tests clients that open connections and send no request: others are answered meanwhile, and the
// process stays up. FAULT_CONNECTIONS (npm run faults) sets their number, with as many files as the
// machine allows; npm test holds 700 while the process may open 500 files.
import { type ChildProcess, spawn } from 'node:child_process'
import { get } from 'node:http'
import { connect } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { Person } from '#tests/support/people/person.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/postgres.ts'
import { openProduct, type Product } from '#tests/support/servers/product.ts'

const isLong = process.env.FAULT_CONNECTIONS !== undefined
const count = Number(process.env.FAULT_CONNECTIONS ?? 700)
/** One client may open no more files than the server. */
const connectionsPerHolder = 10_000
const pauseMs = isLong ? 10_000 : 1_000
const probes = isLong ? 100 : 30
const probePauseMs = 100

let database: TestDatabase
let product: Product
let port: number
const holders: ChildProcess[] = []
beforeAll(async () => {
  database = await createTestDatabase()
  const env = {
    DATABASE_URL: database.url,
    SECRET_KEY: '5f'.repeat(32),
    DEMO_CATALOGUE: '0',
    LOG_LEVEL: 'error',
  }
  product = await openProduct(env, isLong ? {} : { filesMax: 500 })
  await product.start()
  port = Number(new URL(product.url).port)
}, 60_000)
afterAll(async () => {
  for (const holder of holders) holder.kill('SIGKILL')
  await product.remove()
  await database.drop()
})

/** Occupies the server; the result is the number of open connections. */
function hold(connections: number): () => number {
  const script = join(import.meta.dirname, '../support/hold-connections.ts')
  const args = [script, port, connections, pauseMs].map(String)
  const holder = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'] })
  holders.push(holder)
  let open = 0
  createInterface({ input: holder.stdout }).on('line', (line) => {
    open = Number(line)
  })
  return () => open
}

/** Another client, on a connection of its own. */
function probe(): Promise<number> {
  return new Promise((resolve, reject) => {
    get(`${product.url}/health/ready`, { agent: false }, (response) => {
      response.resume()
      response.once('end', () => resolve(response.statusCode ?? 0))
    }).on('error', reject)
  })
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** A connection that ends without an answer is opened once more, as browsers do. */
const twice = <Answer>(ask: () => Promise<Answer>) => ask().catch(ask)

/** The statuses for strangers and one person; the milliseconds of each two calls. */
async function askOften(person: Person) {
  const answers: number[] = []
  const times: number[] = []
  for (let asked = 0; asked < probes; asked += 1) {
    const begin = performance.now()
    answers.push(await twice(probe), (await twice(() => person.get('/api/wallet/me'))).status)
    times.push(performance.now() - begin)
    await pause(probePauseMs)
  }
  const sorted = times.sort((a, b) => a - b).map(Math.round)
  return { answers, medianMs: sorted[sorted.length >> 1], slowestMs: sorted.at(-1) }
}

it(`others are answered while ${count} idle connections are held`, async () => {
  const person = await new Person(product.url).signIn()
  const before = isLong ? await askOften(person) : null
  const opens: (() => number)[] = []
  for (let rest = count; rest > 0; rest -= connectionsPerHolder) {
    opens.push(hold(Math.min(rest, connectionsPerHolder)))
  }
  const open = () => opens.reduce((sum, each) => sum + each(), 0)
  await expect.poll(open).toBeGreaterThan(100)
  const { answers, ...times } = await askOften(person)
  expect(answers.filter((each) => each !== 200)).toEqual([])
  // The connections stayed open to the end.
  expect(open()).toBeGreaterThan(100)
  if (before !== null) {
    const usual = { medianMs: before.medianMs, slowestMs: before.slowestMs }
    console.log({ held: open(), memoryMiB: await product.memoryMiB(), usual, times })
  }
  for (const holder of holders) holder.stdin?.end()
  expect(product.endedBy()).toBeNull()
}, 600_000)

it.concurrent.each([
  ['a head that never ends', 'GET /health/live HTTP/1.1\r\nHost: x\r\nX-Slow: '],
  ['not a single letter', ''],
  ['no HTTP at all', 'hello?\r\n\r\n'],
])(
  '%s is closed by the server, whatever the client does',
  async (_what, text) => {
    // It never closes its own half.
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
    socket.on('error', () => undefined)
    let received = ''
    socket.on('data', (chunk) => {
      received += chunk.toString()
    })
    socket.write(text)
    await new Promise((resolve) => socket.once('end', resolve))
    expect(received).toMatch(/^HTTP\/1\.1 40[08] /)
    // Only a fully closed connection refuses sent bytes, not a half-closed one.
    const drip = setInterval(() => socket.write('a'), 50)
    await new Promise((resolve) => socket.once('close', resolve))
    clearInterval(drip)
  },
  60_000,
)
