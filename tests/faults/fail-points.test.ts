// The product is killed at each named point between its statements and its calls of providers, once
// per way of paying; it starts again, the client repeats with the same key, and the far side judges.
// FAULT_POINTS=all (npm run faults) goes over all of them; npm test over a few.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type FailPoint, failPoints } from '#platform/fail-point.ts'
import { openServices } from '#server/open-services.ts'
import type { Services } from '#server/services.ts'
import { readSettings } from '#server/settings/settings.ts'
import { heal, judge, passLeases } from '#tests/faults/fail-points-judge.ts'
import { type Scenario, scenarios } from '#tests/faults/fail-points-scenarios.ts'
import { numbersKey } from '#tests/support/number-keys.ts'
import { type Answer, Person } from '#tests/support/people/person.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/postgres.ts'
import { openProduct, type Product } from '#tests/support/servers/product.ts'

const bought = ['wallet', 'split', 'gift', 'rewarded'] as const
const carded = ['card', 'action'] as const
/** Which scenarios pass a point, by its name or its first word. */
const passing: Readonly<Record<string, readonly (keyof typeof scenarios)[]>> = {
  'sign-in': ['sign-in'],
  claim: ['rewarded'],
  unclaim: ['returned'],
  reserve: bought,
  authorise: ['card', 'split', 'action'],
  decline: ['declined'],
  complete: bought,
  'complete.committed': ['wallet', 'gift', 'rewarded'],
  action: ['action'],
  capture: ['split', ...carded],
  cancel: ['cancelled'],
  void: ['cancelled'],
  refund: ['refunded'],
  expire: ['lapsed'],
  reconcile: ['unanswered'],
  outbox: ['wallet', 'gift'],
  log: ['wallet'],
}
/**
 * What the operator does has scenarios of its own (reversal-points.test.ts, failed-refunds.test.ts,
 * operator-kills.test.ts).
 */
const points = failPoints.filter(
  (point) => !/^(reversal|payment|retire|replace|erasure)\./.test(point),
)
const pairs = points.flatMap((point) =>
  (passing[point] ?? passing[point.split('.')[0] ?? ''] ?? []).map(
    (name) => [point, name] as const,
  ),
)
const few: readonly string[] = [
  'reserve.committed wallet',
  'authorise.answered split',
  'capture.answered card',
  'complete.committed gift',
  'complete.written rewarded',
]
const chosen =
  process.env.FAULT_POINTS === 'all'
    ? pairs
    : pairs.filter(([point, name]) => few.includes(`${point} ${name}`))

let database: TestDatabase
let product: Product
let services: Services
let close: () => Promise<void>
/** One for each pair, signed in before anything fails. */
let people: readonly Person[]
beforeAll(async () => {
  database = await createTestDatabase()
  const env = {
    NODE_ENV: 'test',
    DATABASE_URL: database.url,
    SECRET_KEY: '5f'.repeat(32),
    NUMBERS_KEY: numbersKey,
    DEMO_CATALOGUE: '0',
    LOG_LEVEL: 'silent',
  }
  product = await openProduct(env)
  const opened = await openServices(readSettings(env), database.url, () => undefined)
  services = opened.services
  close = opened.close
  await product.start()
  people = await Promise.all(chosen.map(() => new Person(product.url).signIn()))
  await product.stop()
})
afterAll(async () => {
  await product.remove()
  await close()
  await database.drop()
})

/** Repeats a call until it has a final answer, through a kill and a new start of the product. */
async function insist(call: () => Promise<Answer>): Promise<Answer> {
  let last: unknown
  for (let attempt = 0; attempt < 100; attempt += 1) {
    try {
      const answer = await call()
      const isOpen = answer.status === 202 || answer.status >= 500
      if (!isOpen && answer.body?.code !== 'in_progress') return answer
      last = answer
    } catch (error) {
      last = error
    }
    await revive()
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error(`no final answer: ${JSON.stringify(last)}`)
}

let deaths = 0
async function revive(): Promise<void> {
  if (product.endedBy() === null) return
  deaths += 1
  await passLeases(services)
  await product.start()
}

/** For what happens in the background: waits until the product has stopped itself. */
async function awaitDeath(): Promise<void> {
  await expect.poll(() => deaths > 0 || product.endedBy() !== null).toBe(true)
  await revive()
}

async function play(point: FailPoint, scenario: Scenario, person: Person): Promise<void> {
  deaths = 0
  await product.start({ FAIL_AT: point })
  const key = randomUUID()
  const { ends } = await scenario({ person, services, key, insist })
  await awaitDeath()
  await heal(services)
  if (ends !== null) {
    const { state, kg } = await judge(services, person.id)
    expect(ends).toContain(state)
    const passport = await person.get('/passport/me')
    expect(passport.body.total_offsets).toBe(kg)
  }
  expect(deaths).toBe(1)
}

it('every point is passed by a scenario', () => {
  expect(new Set(pairs.map(([point]) => point))).toEqual(new Set(points))
})

for (const [index, [point, name]] of chosen.entries()) {
  it(`killed at ${point}, a purchase (${name}) has one end that the providers agree with`, async () => {
    const known = people[index]
    const isStranger = name === 'sign-in' || known === undefined
    try {
      await play(point, scenarios[name], isStranger ? new Person(product.url) : known)
    } finally {
      await product.stop()
    }
  }, 240_000)
}
