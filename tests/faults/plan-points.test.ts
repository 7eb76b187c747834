// Stops a monthly run at the points between its statements, as a kill would. Later rounds heal it: exactly one
// purchase. If its owner ends the plan meanwhile: one purchase if the end's answer names it, otherwise none.
// FAULT_POINTS=all stops at every point, npm test at every commit.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createPlanRound, type PlanRound } from '#features/plans/run-plans.ts'
import { effectsOf, pointsOf } from '#tests/faults/recorded-points.ts'
import { armFailPoint, disarmFailPoint, recordSteps } from '#tests/faults/stop-at.ts'
import { closeWithBooks } from '#tests/support/people/books.ts'
import {
  endPlanLeases,
  endTestPlan,
  newPlanBatch,
  newSaver,
  readPlannedPurchases,
  readPlanRuns,
  startTestPlan,
} from '#tests/support/people/monthly-plans.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'

/** The run is marked as paying, and its purchase is not completed yet. */
const paying = 'before:lock-purchases-by-tx-id'

let test: TestApp
let round: PlanRound
let points: readonly string[]
beforeAll(async () => {
  test = await startTestApp({}, undefined, { background: false })
  round = createPlanRound(test.services)
  const { first } = await started()
  const steps = await recordSteps(() => round(first))
  const isAll = process.env.FAULT_POINTS === 'all'
  // Rates are cached: a later run does not read them again.
  const all = [...new Set(pointsOf(steps))].filter((point) => !point.endsWith('latest-rates'))
  points = isAll ? all : [...effectsOf(steps, new Set()), paying]
}, 120_000)
afterAll(() => closeWithBooks(test))

async function started() {
  const { db } = test.services
  const [person, batch] = [await newSaver(test.url, db), await newPlanBatch(db)]
  return { person, ...(await startTestPlan(person, batch)) }
}

/** Runs everything that is due, as another process after the first one's lease. */
async function heal(at: Date): Promise<void> {
  await endPlanLeases(test.services.db)
  for (let rounds = 0; rounds < 20 && (await round(at)) > 0; rounds += 1);
}

async function stoppedAt(point: string) {
  const plan = await started()
  armFailPoint(`${point}:throw`)
  await round(plan.first).catch(() => undefined)
  return { ...plan, wasPassed: !disarmFailPoint() }
}

const completedOf = async ({ person }: Pick<Awaited<ReturnType<typeof started>>, 'person'>) =>
  (await readPlannedPurchases(test.services.db, person)).filter(
    ({ state }) => state === 'COMPLETED',
  )

describe('a run that stops between any two statements', () => {
  it('buys once', async () => {
    expect(points.length).toBeGreaterThan(4)
    for (const point of points) {
      const plan = await stoppedAt(point)
      await heal(plan.first)
      expect([point, plan.wasPassed]).toEqual([point, true])
      expect([point, await completedOf(plan)]).toMatchObject([point, [{ total_minor: 500 }]])
      expect(await readPlanRuns(test.services.db, plan.id)).toMatchObject([
        { state: 'bought', attempt: 1 },
      ])
    }
  }, 480_000)

  it('buys what the answer to the end of its plan names, and nothing else', async () => {
    const outcomes = new Set<string>()
    for (const point of points) {
      const plan = await stoppedAt(point)
      const { body } = await endTestPlan(plan.person, plan.id)
      await heal(plan.first)
      const named = ['PAYING', 'COMPLETED'].includes(body.last_run?.state)
        ? [body.last_run.tx_id]
        : []
      expect([point, (await completedOf(plan)).map(({ tx_id }) => tx_id)]).toEqual([point, named])
      const wallet = (await plan.person.get('/api/wallet/me')).body
      expect([point, wallet.totalInUserCurrency]).toEqual([point, named.length === 1 ? 96 : 101])
      outcomes.add(body.last_run?.state ?? 'no run')
    }
    for (const outcome of ['NONE', 'PAYING', 'no run']) expect(outcomes).toContain(outcome)
  }, 480_000)
})
