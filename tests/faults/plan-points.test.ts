// Stops a monthly run, by wallet and by saved card, at the points between its statements and the card provider's, as
// a kill would. Later rounds heal it: exactly one purchase. If its owner ends the plan meanwhile: one purchase if
// the end's answer names it, otherwise none. FAULT_POINTS=all stops at every point, npm test at every commit.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createPlanRound, type PlanRound } from '#features/plans/run-plans.ts'
import { effectsOf, pointsOf } from '#tests/faults/recorded-points.ts'
import { takesAllPoints } from '#tests/faults/some-points.ts'
import { armFailPoint, disarmFailPoint, recordSteps } from '#tests/faults/stop-at.ts'
import { closeWithBooks } from '#tests/support/people/books.ts'
import {
  endPlanLeases,
  endTestPlan,
  lapsePlannedPurchases,
  newPlanBatch,
  newSaver,
  readCapturedPurchases,
  readPlannedPurchases,
  readPlanRuns,
  saveTestCard,
  startTestPlan,
} from '#tests/support/people/monthly-plans.ts'
import { withoutCircuits } from '#tests/support/stand-ins/sandbox-faults.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'

/** The run is marked as paying, and its purchase is not completed yet. */
const paying = 'before:lock-purchases-by-tx-id'

let test: TestApp
let round: PlanRound
beforeAll(async () => {
  test = await startTestApp({}, undefined, { background: false })
  round = createPlanRound({ ...test.services, ...withoutCircuits(test.services) })
}, 120_000)
afterAll(() => closeWithBooks(test))

type Payer = 'wallet' | 'saved card'

async function started(payer: Payer) {
  const { db } = test.services
  const [person, batch] = [await newSaver(test.url, db), await newPlanBatch(db)]
  const pay = payer === 'wallet' ? payer : `saved:${await saveTestCard(test.services, person)}`
  return { person, ...(await startTestPlan(person, batch, { pay })) }
}

/** Runs everything that is due, as another process after the first one's lease. */
async function heal(at: Date): Promise<void> {
  for (let times = 0; times < 3; times += 1) {
    await endPlanLeases(test.services.db)
    for (let rounds = 0; rounds < 20 && (await round(at)) > 0; rounds += 1);
    await lapsePlannedPurchases(test.services)
  }
}

async function stoppedAt(payer: Payer, point: string) {
  const plan = await started(payer)
  armFailPoint(`${point}:throw`)
  await round(plan.first).catch(() => undefined)
  return { ...plan, wasPassed: !disarmFailPoint() }
}

type Started = Awaited<ReturnType<typeof started>>
const completedOf = async ({ person }: Pick<Started, 'person'>) =>
  (await readPlannedPurchases(test.services.db, person)).filter(
    ({ state }) => state === 'COMPLETED',
  )
const chargedOf = ({ person }: Pick<Started, 'person'>) =>
  readCapturedPurchases(test.services.db, person)

describe.each(['wallet', 'saved card'] as const)('a run by %s that stops at any point', (payer) => {
  const isCard = payer === 'saved card'
  let points: readonly string[]
  beforeAll(async () => {
    const { first } = await started(payer)
    const steps = await recordSteps(() => round(first))
    // Rates are cached: a later run does not read them again.
    const all = [...new Set(pointsOf(steps))].filter((point) => !point.endsWith('latest-rates'))
    points = takesAllPoints ? all : [...effectsOf(steps, new Set()), paying]
    if (isCard) expect(points.join()).toContain('sandbox-cards-authorise')
  }, 120_000)

  it('buys once', async () => {
    expect(points.length).toBeGreaterThan(4)
    for (const point of points) {
      const plan = await stoppedAt(payer, point)
      await heal(plan.first)
      expect([point, plan.wasPassed]).toEqual([point, true])
      const completed = await completedOf(plan)
      expect([point, completed]).toMatchObject([point, [{ total_minor: 500 }]])
      const charged = isCard ? completed.map(({ tx_id }) => tx_id) : []
      expect([point, await chargedOf(plan)]).toEqual([point, charged])
      expect(await readPlanRuns(test.services.db, plan.id)).toMatchObject([
        isCard ? { state: 'bought' } : { state: 'bought', attempt: 1 },
      ])
    }
  }, 480_000)

  it('buys what the answer to the end of its plan names, and nothing else', async () => {
    const outcomes = new Set<string>()
    for (const point of points) {
      const plan = await stoppedAt(payer, point)
      const { body } = await endTestPlan(plan.person, plan.id)
      await heal(plan.first)
      const named = ['PAYING', 'COMPLETED'].includes(body.last_run?.state)
        ? [body.last_run.tx_id]
        : []
      expect([point, (await completedOf(plan)).map(({ tx_id }) => tx_id)]).toEqual([point, named])
      expect([point, await chargedOf(plan)]).toEqual([point, isCard ? named : []])
      const wallet = (await plan.person.get('/api/wallet/me')).body
      const isPaid = !isCard && named.length === 1
      expect([point, wallet.totalInUserCurrency]).toEqual([point, isPaid ? 96 : 101])
      outcomes.add(body.last_run?.state ?? 'no run')
    }
    for (const outcome of ['NONE', 'PAYING', 'no run']) expect(outcomes).toContain(outcome)
  }, 480_000)
})
