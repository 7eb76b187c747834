// Tests the product as `npm start` runs it: crashed processes are started again with their data, a
// stop ends all, and a start that the settings forbid is not repeated.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { processExists } from '#embedded-postgres/running-processes.ts'
import { Person } from '#tests/support/people/person.ts'
import { childrenOf, runningPostmaster } from '#tests/support/servers/child-processes.ts'
import { openProduct, type Product } from '#tests/support/servers/product.ts'

const timeoutMs = 60_000

let product: Product
let person: Person
beforeAll(async () => {
  const env = { DEMO_CATALOGUE: '0', LOG_LEVEL: 'error' }
  product = await openProduct(env, { isKeptRunning: true })
  await product.start()
  person = await new Person(product.url).signIn()
}, timeoutMs)
afterAll(() => product.remove(), timeoutMs)

/** The serving process, or the first of several. */
async function server(): Promise<number | undefined> {
  return (await product.processes())[0]
}

/** The serving processes if there are several. */
async function serving(): Promise<number[]> {
  const first = await server()
  const postmaster = await runningPostmaster(database())
  // It may have died since the query.
  const children = first === undefined ? [] : await childrenOf(first).catch(() => [])
  return children.filter((each) => each !== postmaster)
}

const status = (path: string) =>
  person.get(path).then(
    (answer) => answer.status,
    () => 'nobody',
  )

async function killServer(): Promise<number> {
  const victim = await server()
  if (victim === undefined) throw new Error('no server runs')
  process.kill(victim, 'SIGKILL')
  await expect.poll(() => processExists(victim), { timeout: timeoutMs }).toBe(false)
  return victim
}

const database = () => join(product.dataDir, 'postgres/data')
const databaseRuns = () => existsSync(join(database(), 'postmaster.pid'))

it(
  'A killed server serves again on its port, with all its data, and logs that',
  async () => {
    const said: string[] = []
    product.onLine((line) => void said.push(line))
    const victim = await killServer()
    await expect.poll(() => status('/api/auth/me'), { timeout: timeoutMs }).toBe(200)
    expect(await server()).not.toBe(victim)
    expect(said.join('\n')).toContain('Carbon Passport died (SIGKILL). Starting it again now…')
  },
  timeoutMs,
)

it(
  'A stop ends the server, and its database last, also between two starts',
  async () => {
    const said: string[] = []
    product.onLine((line) => void said.push(line))
    // A program that crashes again soon is restarted after a pause.
    await killServer()
    await expect.poll(() => said.join('\n'), { timeout: timeoutMs }).toMatch(/again in \d/)
    expect(await server()).toBeUndefined()
    expect(databaseRuns()).toBe(true)
    expect(await product.stop()).toBe(0)
    expect(databaseRuns()).toBe(false)
  },
  timeoutMs,
)

it(
  'If the keeper is killed, server and database end as well',
  async () => {
    await product.start()
    const orphan = await server()
    await product.killApp()
    await expect.poll(() => processExists(orphan ?? 0), { timeout: timeoutMs }).toBe(false)
    expect(databaseRuns()).toBe(false)
  },
  timeoutMs,
)

it(
  'The first of several serving processes is started again like a single one',
  async () => {
    await product.start({ WEB_CONCURRENCY: '2' })
    const victim = await killServer()
    await expect.poll(async () => (await serving()).length, { timeout: timeoutMs }).toBe(2)
    expect(await server()).not.toBe(victim)
    await expect.poll(() => status('/api/auth/me'), { timeout: timeoutMs }).toBe(200)
  },
  timeoutMs,
)

it(
  'Each of several serving processes starts again after the database did',
  async () => {
    await product.killDatabase()
    await expect.poll(() => status('/api/auth/me'), { timeout: timeoutMs }).toBe(200)
    await expect.poll(async () => (await serving()).length, { timeout: timeoutMs }).toBe(2)
    const victims = await serving()
    for (const victim of victims) process.kill(victim, 'SIGKILL')
    await expect.poll(() => victims.some(processExists)).toBe(false)
    await expect.poll(() => status('/api/auth/me'), { timeout: timeoutMs }).toBe(200)
    expect(await product.stop()).toBe(0)
    expect(databaseRuns()).toBe(false)
  },
  timeoutMs,
)

it(
  'A failed start is reported once, and not repeated',
  async () => {
    const wrong = product.start({ PUBLIC_URL: 'nonsense' }).catch((error: Error) => error.message)
    expect((await wrong)?.match(/PUBLIC_URL/g)).toHaveLength(1)
  },
  timeoutMs,
)
