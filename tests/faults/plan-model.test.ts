// Runs random histories of monthly plans, by wallet and by saved card: two processes run them at once, and stop at
// random statements and calls of the card provider. The clock jumps, prices and wallets change, purchases are
// refunded. Cards are declined, expire, are removed and pay again, and the bank asks. Owners pause, resume, skip,
// change, end, and pay in checkouts. Each month has one purchase or a reason for none, and none is paid after the
// end of its plan was acknowledged. FAULT_STEPS sets how many steps, FAULT_SEED repeats a run.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { periodAfter } from '#features/plans/plan-calendar.ts'
import { createPlanRound, type PlanRound } from '#features/plans/run-plans.ts'
import { refundPurchase } from '#features/purchases/refund/refund-purchase.ts'
import { pointsOf } from '#tests/faults/recorded-points.ts'
import { armFailPoint, disarmFailPoint, recordSteps } from '#tests/faults/stop-at.ts'
import type { IssuedBatch } from '#tests/support/people/batch.ts'
import { closeWithBooks } from '#tests/support/people/books.ts'
import { creditTestWallet } from '#tests/support/people/credit.ts'
import {
  changeTestPlan,
  daysAfter,
  endPlanLeases,
  endTestPlan,
  lapsePlannedPurchases,
  newPlanBatch,
  newSaver,
  readCapturedPurchases,
  readPlannedPurchases,
  readPlanRuns,
  saveTestCard,
  settleTestCards,
  startTestPlan,
} from '#tests/support/people/monthly-plans.ts'
import type { Answer, Person } from '#tests/support/people/person.ts'
import { randomFrom } from '#tests/support/random.ts'
import {
  failCards,
  healSandboxes,
  withoutCircuits,
} from '#tests/support/stand-ins/sandbox-faults.ts'
import { startTestApp, startTestAppBeside, type TestApp } from '#tests/support/test-app.ts'
import { statement } from '#tests/support/test-statement.ts'

const stepsCount = Number(process.env.FAULT_STEPS ?? 60)
const seed = Number(process.env.FAULT_SEED ?? Math.floor(Math.random() * 2 ** 31))
const plansCount = 6
const payers = ['wallet', 'saved:', 'wallet+saved:', 'saved:'] as const
/** The last one asks at the bank. */
const cardNumbers = ['4242424242424242', '4242424242424242', '4000002500003155'] as const

const price = statement(
  'model-plan-price',
  {},
  'update batches set price_micros = $2 where id = $1',
)
const setCard = statement(
  'model-plan-card',
  {},
  `update sandbox_cards.tokens set behaviour = $2, exp_year = $3
   where customer_id in (select customer_id from saved_cards where id = $1)`,
)

type ModelPlan = {
  readonly id: string
  readonly person: Person
  readonly batch: IssuedBatch
  readonly cardId: string | null
  /** Every amount that the plan had, in minor units. */
  readonly amounts: Set<number>
  /** Purchases that may be complete: all while it is active, none but these after a pause or the end. */
  allowed: ReadonlySet<string> | null
  isEnded: boolean
}

let test: TestApp
let second: TestApp
let rounds: readonly PlanRound[]
beforeAll(async () => {
  test = await startTestApp({}, undefined, { background: false })
  second = await startTestAppBeside(test)
  rounds = [test, second].map(({ services }) =>
    createPlanRound({ ...services, ...withoutCircuits(services) }),
  )
}, 120_000)
afterAll(async () => {
  await second.close()
  await closeWithBooks(test)
})

const db = () => test.services.db

async function newPlan(random: ReturnType<typeof randomFrom>): Promise<ModelPlan> {
  const person = await newSaver(test.url, db(), 3_000)
  const batch = await newPlanBatch(db())
  const payer = random.pick(payers)
  const isCard = payer !== 'wallet'
  const cardId = isCard ? await saveTestCard(test.services, person, random.pick(cardNumbers)) : null
  const { id } = await startTestPlan(person, batch, { pay: `${payer}${cardId ?? ''}` })
  const amounts = new Set([500])
  return { id, person, batch, cardId, amounts, allowed: null, isEnded: false }
}

const completedOf = async ({ person }: ModelPlan) =>
  (await readPlannedPurchases(db(), person)).filter(({ state }) => state === 'COMPLETED')

/** Repeats an owner's call that met the fault of a process. */
async function insist(call: () => Promise<Answer>): Promise<Answer> {
  const answer = await call()
  return answer.status >= 500 ? insist(call) : answer
}

/** Runs both processes at once. Faults of a stopped one are part of the game. */
async function runBoth(at: Date): Promise<void> {
  await endPlanLeases(db())
  await Promise.all(rounds.map((round) => round(at).catch(() => undefined)))
}

async function judge(plan: ModelPlan): Promise<void> {
  const purchases = await readPlannedPurchases(db(), plan.person)
  const completed = purchases.filter(({ state }) => state === 'COMPLETED')
  const completedIds = completed.map(({ tx_id }) => tx_id)
  // The provider took no money of another purchase. A capture may have been stopped before its purchase completed.
  const pending = purchases.filter(({ state }) => state === 'COMPLETING').map(({ tx_id }) => tx_id)
  for (const txId of await readCapturedPurchases(db(), plan.person)) {
    expect([...completedIds, ...pending]).toContain(txId)
  }
  const periods = completed.map(({ key }) => key?.split(':')[2])
  expect(new Set(periods).size).toBe(periods.length)
  for (const { total_minor, tx_id } of completed) {
    expect(total_minor).toBeLessThanOrEqual(Math.max(...plan.amounts))
    if (plan.allowed !== null) expect([...plan.allowed]).toContain(tx_id)
  }
  const runs = await readPlanRuns(db(), plan.id)
  for (const [index, { period }] of runs.entries()) {
    const next = runs[index + 1]
    if (next !== undefined) expect(next.period).toBe(periodAfter(period))
  }
  const bought = runs.filter(({ state }) => state === 'bought' || state === 'reversed')
  for (const { period } of bought) expect(periods).toContain(period.slice(0, 7))
  expect(runs.every(({ state, reason }) => state !== 'left_out' || reason !== null)).toBe(true)
}

/** Stores what may be complete from the acknowledgement on: what is, and what the answer names. */
async function stopped(plan: ModelPlan, lastRun: { state: string; tx_id: string } | null) {
  const isNamed = lastRun?.state === 'PAYING' || lastRun?.state === 'CHECKOUT'
  const named = isNamed ? [lastRun.tx_id] : []
  plan.allowed = new Set([...(await completedOf(plan)).map(({ tx_id }) => tx_id), ...named])
}

it(`holds over ${stepsCount} random steps (seed ${seed})`, { timeout: 540_000 }, async () => {
  const random = randomFrom(seed)
  const plans: ModelPlan[] = []
  for (let count = 0; count < plansCount; count += 1) plans.push(await newPlan(random))
  let now = daysAfter(new Date(), 20)
  let latest = now
  const steps = await recordSteps(() => runBoth(daysAfter(now, 15)))
  const points = pointsOf(steps).filter((point) => !/:(rows of )?(test|model)-/.test(point))
  expect(points.length).toBeGreaterThan(20)

  const act = async (plan: ModelPlan): Promise<void> => {
    const action = random.pick([
      'pause',
      'resume',
      'skip',
      'change',
      'end',
      'refund',
      'price',
      'credit',
      'card',
      'card',
      'fault',
      'remove',
      'checkout',
      'checkout',
    ])
    switch (action) {
      case 'card': {
        const behaviour = random.pick(['pays', 'pays', 'declined', 'asks', 'lacks_funds'])
        const expiry = random.pick([2040, 2040, 2040, 2020])
        if (plan.cardId !== null) {
          await db()
            .run(setCard, [plan.cardId, behaviour, expiry])
            .catch(() => undefined)
        }
        return
      }
      case 'fault': {
        const step = random.pick(['authorise', 'capture', 'void', 'find'] as const)
        const fault = random.pick(['error', 'unknown', 'late', 'duplicate'] as const)
        await failCards(db(), step, fault).catch(() => undefined)
        return
      }
      case 'remove': {
        if (plan.cardId === null || random.next() < 0.9) return
        const path = `/api/cards/${plan.cardId}`
        await plan.person.signed(path, undefined, { method: 'DELETE' })
        return
      }
      case 'checkout':
        return payInCheckout(plan)
      case 'price':
        await db()
          .run(price, [plan.batch.id, random.between(5_000, 700_000)])
          .catch(() => undefined)
        return
      case 'credit':
        await creditTestWallet(db(), {
          passportId: plan.person.id,
          currency: 'GBP',
          amountMinor: 500,
        }).catch(() => undefined)
        return
      case 'refund': {
        const [purchase] = await completedOf(plan)
        if (purchase === undefined) return
        const { tx_id: txId } = purchase
        const record = async () => undefined
        const request = { txId, keepsKilograms: false, record }
        await refundPurchase(test.services, request).catch(() => undefined)
        return
      }
      case 'end': {
        if (random.next() < 0.7) return
        const { status, body } = await insist(() => endTestPlan(plan.person, plan.id))
        expect(status).toBe(200)
        if (!plan.isEnded) await stopped(plan, body.last_run)
        plan.isEnded = true
        return
      }
      default: {
        const amount = random.between(30, 900)
        const terms =
          action === 'change' ? { amount: amount / 100, day: random.between(1, 28) } : {}
        // A change that is on its way may hold for a run already.
        if (action === 'change') plan.amounts.add(amount)
        if (action === 'resume' && !plan.isEnded) plan.allowed = null
        const { status, body } = await insist(() =>
          changeTestPlan(plan.person, plan.id, action, terms),
        )
        if (plan.isEnded) return expect(body.code).toBe('plan_ended')
        if (action === 'pause' && status === 200) await stopped(plan, body.last_run)
      }
    }
  }

  /** Opens the checkout of a plan's newest month that has one, answers the bank and completes the purchase. */
  const payInCheckout = async ({ id, person }: ModelPlan): Promise<void> => {
    const runs = await readPlanRuns(db(), id).catch(() => [])
    const run = runs.findLast(({ state }) => state === 'asking' || state === 'checkout')
    if (run === undefined) return
    const period = run.period.slice(0, 7)
    const { status, body } = await person.signed('/api/plans/checkout', { id, period })
    if (status !== 200) return
    if (body.card_action !== undefined) {
      const { client_secret } = body.card_action
      await person.post('/dev/cards/actions', { client_secret, approved: random.next() < 0.7 })
    }
    if (random.next() < 0.7) await person.complete(body.txId)
  }

  const hasCompleted = async () => (await Promise.all(plans.map(completedOf))).flat().length > 0
  // Few random steps may complete no purchase, which would test nothing.
  const goesOn = async (step: number) =>
    step < stepsCount || (step < 10 * stepsCount && !(await hasCompleted()))
  for (let step = 0; await goesOn(step); step += 1) {
    now = daysAfter(now, random.pick([0, 0, 1, 1, 2, 5, 12, 35, -3, -20]))
    if (now > latest) latest = now
    const plan = random.pick(plans)
    if (random.next() < 0.5) armFailPoint(`${random.pick(points)}:throw`)
    // Owners act before, after and while the rounds run.
    const owner = random.next() < 0.6 ? act(plan) : Promise.resolve()
    await (random.next() < 0.5 ? Promise.all([owner, runBoth(now)]) : owner)
    await runBoth(now)
    disarmFailPoint()
    if (random.next() < 0.5) await settleTestCards(test.services)
    if (random.next() < 0.2) await lapsePlannedPurchases(test.services)
    await judge(plan)
    if (plans.every(({ isEnded }) => isEnded)) {
      // The purchase that saves a new plan's card is no part of the game.
      await healSandboxes(db())
      plans.push(await newPlan(random))
    }
  }
  await healSandboxes(db())
  for (let rest = 0; rest < 5; rest += 1) {
    // A run may wait for a day that the clock had reached before it went back.
    await runBoth(daysAfter(latest, 1))
    await lapsePlannedPurchases(test.services)
  }
  expect(await hasCompleted()).toBe(true)
  for (const plan of plans) {
    await judge(plan)
    const runs = await readPlanRuns(db(), plan.id)
    expect(runs.filter(({ state }) => state === 'paying' || state === 'checkout')).toEqual([])
  }
})
