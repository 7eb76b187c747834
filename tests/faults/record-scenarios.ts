// Runs every scenario of a purchase undisturbed on a product that records its steps, and returns the points
// that each passes.
import { randomUUID } from 'node:crypto'
import { truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Services } from '#server/services.ts'
import { heal } from '#tests/faults/fail-points-judge.ts'
import { type Stage, scenarios } from '#tests/faults/fail-points-scenarios.ts'
import { purchasePoints, type ScenarioName } from '#tests/faults/known-points.ts'
import {
  effectsOf,
  pointsOf,
  readSteps,
  recordingTo,
  rollbacksOf,
} from '#tests/faults/recorded-points.ts'
import type { Step } from '#tests/faults/stop-at.ts'
import { Person } from '#tests/support/people/person.ts'
import type { Product } from '#tests/support/servers/product.ts'

export const scenarioNames = Object.keys(scenarios).filter(
  (name): name is ScenarioName => name in scenarios,
)
/** Known points, each with a scenario that passes it. */
export const knownPairs = purchasePoints.flatMap(([step, point, passing]) =>
  passing.map((name) => ({ step, point, name })),
)

export type Recorded = {
  /** Known points of the scenario that it did not pass. */
  readonly missing: readonly string[]
  readonly effects: readonly string[]
  readonly rollbacks: readonly string[]
}

/** How long the background is waited for, milliseconds. */
const backgroundMs = 1_500
const backgroundMaxMs = 30_000

type Run = Pick<Stage, 'services' | 'insist'> & { readonly product: Product; readonly file: string }

/** Starts the product and leaves it running. With two `rounds` what depends on chance is left out. */
export async function recordScenarios(
  product: Product,
  services: Services,
  insist: Stage['insist'],
  rounds: number,
): Promise<Map<ScenarioName, Recorded>> {
  const file = join(product.dataDir, 'steps')
  await writeFile(file, '')
  await product.start(recordingTo(file))
  await pause(2 * backgroundMs)
  const idle = new Set(pointsOf(await readSteps(file)))
  const recorded = new Map<ScenarioName, Recorded>()
  for (const name of scenarioNames) {
    const records: Step[][] = []
    for (let round = 0; round < rounds; round += 1) {
      records.push(await record(name, { product, services, insist, file }))
    }
    const [first = [], last = first] = records
    const always = new Set(pointsOf(last))
    recorded.set(name, {
      missing: missing(name, first),
      effects: effectsOf(first, idle).filter((point) => always.has(point)),
      rollbacks: rollbacksOf(first, idle).filter((point) => always.has(point)),
    })
  }
  return recorded
}

/** Waits until the background has passed what it is known to pass. */
async function record(name: ScenarioName, run: Run): Promise<Step[]> {
  const { product, services, insist, file } = run
  const person = new Person(product.url)
  if (name !== 'sign-in') await person.signIn()
  await truncate(file)
  const beganAt = performance.now()
  await scenarios[name]({ person, services, key: randomUUID(), insist })
  for (;;) {
    await pause(backgroundMs)
    const steps = await readSteps(file)
    const isOver = performance.now() - beganAt > backgroundMaxMs
    if (!isOver && missing(name, steps).length > 0) continue
    await heal(services)
    return steps
  }
}

function missing(scenario: ScenarioName, steps: readonly Step[]): string[] {
  const points = new Set(pointsOf(steps))
  const known = knownPairs.filter(({ name, point }) => name === scenario && !points.has(point))
  return known.map(({ step, point }) => `${step} (${point})`)
}
