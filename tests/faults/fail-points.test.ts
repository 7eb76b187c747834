// The product is killed after each of its effects and at each known point, once per way of paying; it starts
// again, the client repeats with the same key, and the far side judges. Effects are recorded: each scenario
// runs undisturbed first. FAULT_POINTS=all (npm run faults) kills at all of them, each in a few of the
// scenarios that have it; npm test at two of a few.
import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openServices } from '#server/open-services.ts'
import type { Services } from '#server/services.ts'
import { readSettings } from '#server/settings/settings.ts'
import { heal, judge, passLeases } from '#tests/faults/fail-points-judge.ts'
import { scenarios } from '#tests/faults/fail-points-scenarios.ts'
import type { ScenarioName } from '#tests/faults/known-points.ts'
import {
  knownPairs,
  type Recorded,
  recordScenarios,
  scenarioNames,
} from '#tests/faults/record-scenarios.ts'
import { failingAt } from '#tests/faults/recorded-points.ts'
import { pointsSeed, somePoints, takesAllPoints } from '#tests/faults/some-points.ts'
import { numbersKey } from '#tests/support/number-keys.ts'
import { type Answer, Person } from '#tests/support/people/person.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/postgres.ts'
import { randomFrom } from '#tests/support/random.ts'
import { openProduct, type Product } from '#tests/support/servers/product.ts'

const few: readonly string[] = [
  'reserve.committed wallet',
  'authorise.answered split',
  'capture.answered card',
  'complete.committed gift',
  'complete.written rewarded',
]
const known = somePoints(knownPairs, 2, ({ step, name }) => few.includes(`${step} ${name}`))
const samplesEach = 2
/** Most scenarios share an effect; the seed chooses those that it is tried in. */
const scenariosPerEffectMax = 3

let database: TestDatabase
let product: Product
let services: Services
let close: () => Promise<void>
let recorded: ReadonlyMap<ScenarioName, Recorded>
/** The effects that each scenario is killed after. */
let chosen: ReadonlyMap<ScenarioName, readonly string[]>
/** Signed in before anything fails. */
const people: Person[] = []

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
  recorded = await recordScenarios(product, services, insist, takesAllPoints ? 2 : 1)
  chosen = chooseEffects()
  const kills = [...chosen.values()].map((effects) => effects.length + samplesEach)
  const unknown = takesAllPoints ? kills.reduce((sum, each) => sum + each, 0) : 0
  for (let count = 0; count < known.length + unknown; count += 1) {
    people.push(await new Person(product.url).signIn())
  }
  await product.stop()
}, 600_000)
afterAll(async () => {
  await product.remove()
  await close()
  await database.drop()
})

function chooseEffects(): Map<ScenarioName, string[]> {
  const { next } = randomFrom(pointsSeed)
  const pairs = [...recorded].flatMap(([name, { effects }]) =>
    effects.map((point) => ({ name, point, place: next() })),
  )
  const byPoint = Map.groupBy(pairs, ({ point }) => point)
  const some = [...byPoint.values()].flatMap((sharing) =>
    sharing.sort((one, other) => one.place - other.place).slice(0, scenariosPerEffectMax),
  )
  const byName = Map.groupBy(some, ({ name }) => name)
  return new Map(
    scenarioNames.map((name) => [name, byName.get(name)?.map(({ point }) => point) ?? []]),
  )
}

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
    await pause(50)
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

async function killAt(point: string, name: ScenarioName): Promise<void> {
  const person = name === 'sign-in' ? new Person(product.url) : people.pop()
  if (person === undefined) throw new Error('too few people have signed in')
  deaths = 0
  try {
    await product.start(failingAt(point))
    const { ends } = await scenarios[name]({ person, services, key: randomUUID(), insist })
    await awaitDeath()
    await heal(services)
    if (ends !== null) {
      const { state, kg } = await judge(services, person.id)
      expect(ends).toContain(state)
      const passport = await person.get('/passport/me')
      expect(passport.body.total_offsets).toBe(kg)
    }
    expect(deaths).toBe(1)
  } catch (cause) {
    throw new Error(`killed at ${point} (${name}; FAULT_SEED=${pointsSeed})`, { cause })
  } finally {
    await product.stop()
  }
}

it.each(scenarioNames)('%s passes every point that is known of it, and effects', (name) => {
  expect(recorded.get(name)).toMatchObject({ missing: [] })
  expect(recorded.get(name)?.effects.length).toBeGreaterThanOrEqual(3)
})

it('a product without the preload cannot be armed', async () => {
  await product.start({ FAIL_AT: 'after:commit of insert-sessions' })
  await new Person(product.url).signIn()
  expect(await product.stop()).toBe(0)
})

it.each(known)(
  'killed at $step, a purchase ($name) has one end that the providers agree with',
  ({ point, name }) => killAt(point, name),
  240_000,
)

it.runIf(takesAllPoints).each(scenarioNames)(
  'killed after each of its effects, %s has one end that the providers agree with',
  async (name) => {
    for (const point of chosen.get(name) ?? []) await killAt(point, name)
  },
  1_800_000,
)

it.runIf(takesAllPoints).each(scenarioNames)(
  'killed between two statements, %s has one end that the providers agree with',
  async (name) => {
    const { pick } = randomFrom(pointsSeed)
    for (let count = 0; count < samplesEach; count += 1) {
      await killAt(pick(recorded.get(name)?.rollbacks ?? []), name)
    }
  },
  240_000,
)
