// Runs monthly plans (docs/product.md#monthly-plans). Any number of processes may run it concurrently: a run is
// one row for each plan and period, and a step of it is taken under a lease. Every step can be repeated.
//
//   1. A due plan gets the open run of its period, and moves on to the next period.
//   2. An attempt gets the id of its purchase. Then the purchase is reserved under a key of its own, outside the
//      plan's lock.
//   3. Under the plan's lock the run becomes `paying`, unless the owner has stopped it. After that nothing stops
//      it. Then the purchase is completed.
import { randomUUIDv7 } from 'node:crypto'
import { isMessageHour } from '#features/messages/message-hours.ts'
import { queueMessages } from '#features/messages/outbox.ts'
import { createCompletePurchase } from '#features/purchases/complete/complete-purchase.ts'
import { type PlannedPurchase, readPlannedPurchase } from '#features/purchases/planned-purchase.ts'
import type { Services } from '#features/purchases/purchase-services.ts'
import { createReservePurchase } from '#features/purchases/reserve/reserve-purchase.ts'
import type { Transaction } from '#platform/database/database.ts'
import { send } from '#platform/database/write.ts'
import type { StopReason } from '#values/lists/plans.ts'
import { isProblem } from '#values/problem.ts'
import { decidePlanOrder } from './decide-plan-order.ts'
import { cancelRun, leftOutRun, newRun, planNonce } from './own-plans.ts'
import {
  attemptAfterDecline,
  isMissed,
  noticeSpanMs,
  periodAfter,
  periodOf,
  runOf,
} from './plan-calendar.ts'
import { planMessage } from './plan-messages.ts'
import {
  findReversedRuns,
  leaseSeconds,
  lockRun,
  newRunWrites,
  planKeyOf,
  type RunRow,
  runWrites,
  setRunLease,
  takeDueRuns,
  writeReversedRun,
} from './plan-run-queries.ts'
import { isUnfinished, type RunStep, runStepOf } from './plan-states.ts'
import {
  findPlan,
  findPlansToAnnounce,
  lockDuePlans,
  lockPlan,
  type PlanRow,
  planWrites,
  readClock,
} from './plans-queries.ts'
import { stopLockedPlan } from './stop-plans.ts'

/** Maximum number of plans that a round begins, announces or checks. */
const roundMax = 100
/** Maximum number of runs that a round continues concurrently. */
const runsMax = 10
/** Seconds until a run that waits for the card provider is looked at again. */
const waitSeconds = 5
/** Seconds until a run is looked at again that could not be reserved, whose purchase expired, or that waits for its owner. */
const againSeconds = 600
/** Maximum number of steps of a run in a round: two attempts, each with all steps. */
const stepsMax = 8

type Engine = {
  readonly services: Services
  readonly reserve: ReturnType<typeof createReservePurchase>
  readonly complete: ReturnType<typeof createCompletePurchase>
}

/** Runs what is due at `at`, by default the database's time. Returns the amount of work. */
export type PlanRound = (at?: Date) => Promise<number>

export function createPlanRound(services: Services): PlanRound {
  const { db, log, wakeOutbox } = services
  const reserve = createReservePurchase(services)
  const complete = createCompletePurchase(services)
  const engine = { services, reserve, complete }
  return async (at) => {
    const now = at ?? (await readClock(db))?.now
    if (now === undefined) throw new Error('the database has no clock')
    const begun = await db.transaction((tx) => beginRuns(tx, now))
    const reversed = await stopReversedPlans(engine)
    const announced = await announceRuns(engine, now)
    const runs = await takeDueRuns(db, now, runsMax, leaseSeconds)
    await Promise.all(
      runs.map((run) =>
        continueRun(engine, run, now).catch((error: unknown) => {
          log.warn('run of a plan not continued yet', { error })
        }),
      ),
    )
    const work = begun + reversed + announced + runs.length
    if (work > 0) wakeOutbox()
    return work
  }
}

/** Opens the runs of due plans, and moves each plan on to its next period. */
async function beginRuns(tx: Transaction, now: Date): Promise<number> {
  const plans = await lockDuePlans(tx, now, roundMax)
  const due = plans.flatMap((plan) => {
    const { next_run_at: runAt, day } = plan
    if (runAt === null) return []
    const period = periodOf(runAt)
    const run = newRun(plan, period, isMissed(runAt, now) ? 'missed' : null)
    const next_run_at = runOf(periodAfter(period), day)
    return [{ run, plan: { ...plan, next_run_at, notice_pending: false } }]
  })
  await send(tx, [
    ...newRunWrites(due.map(({ run }) => run)),
    ...planWrites(due.map(({ plan }) => plan)),
  ])
  return due.length
}

/** Pauses plans of which a purchase was refunded or is disputed. */
async function stopReversedPlans({ services: { db } }: Engine): Promise<number> {
  const runs = await findReversedRuns(db, roundMax)
  for (const { plan_id, period, is_disputed } of runs) {
    const reason = is_disputed ? 'disputed' : 'refunded'
    await db.transaction(async (tx) => {
      const plan = await lockPlan(tx, plan_id)
      const isFirst = plan !== null && (await writeReversedRun(tx, plan_id, period, reason))
      if (isFirst) await stopLockedPlan(tx, plan, reason)
    })
  }
  return runs.length
}

/** Sends the messages before runs, in the hours of each owner's country. */
async function announceRuns({ services: { db } }: Engine, now: Date): Promise<number> {
  const until = new Date(now.getTime() + noticeSpanMs)
  const plans = await findPlansToAnnounce(db, now, until, roundMax)
  const due = plans.filter(({ country }) => isMessageHour(country, now))
  for (const { id } of due) {
    await db.transaction(async (tx) => {
      const plan = await lockPlan(tx, id)
      if (plan?.state !== 'active' || !plan.notice_pending) return
      await send(tx, planWrites([{ ...plan, notice_pending: false }]))
      await queueMessages(tx, [planMessage('plan_upcoming', plan)])
    })
  }
  return due.length
}

/** Takes the next steps of a run until it waits or ends. */
async function continueRun(engine: Engine, taken: RunRow, now: Date): Promise<void> {
  const { db } = engine.services
  let run: RunRow | null = taken
  for (let steps = 0; run !== null && steps < stepsMax; steps += 1) {
    const purchase: PlannedPurchase | null = await readPlannedPurchase(db, run.purchase_id)
    const step = runStepOf(run, purchase)
    run = await takeStep(engine, step, run, purchase, now)
  }
}

/** Takes a step. Returns the run if its next step may follow at once. */
async function takeStep(
  engine: Engine,
  step: RunStep,
  run: RunRow,
  purchase: PlannedPurchase | null,
  now: Date,
): Promise<RunRow | null> {
  const { db } = engine.services
  switch (step) {
    case 'begin':
      return changeRun(engine, run, (tx, plan, current) =>
        isMissed(current.due_at, now)
          ? leaveOut(tx, current, current.attempt === 0 ? 'missed' : 'not_completed')
          : begin(tx, plan, current, now),
      )
    case 'reserve':
      return reserveRun(engine, run, now)
    case 'pay':
      return purchase === null ? null : payRun(engine, run, purchase)
    case 'wait':
      await setRunLease(db, run.plan_id, run.period, waitSeconds)
      return null
    case 'bought':
      return changeRun(engine, run, (tx, _, current) =>
        write(tx, { ...current, state: 'bought', reason: null }),
      )
    case 'declined':
      return changeRun(engine, run, (tx, plan, current) => declineRun(tx, plan, current))
    case 'ask':
      return changeRun(engine, run, (tx, plan, current) => askOwner(tx, plan, current))
    case 'card_missing':
      return changeRun(engine, run, (tx, plan, current) => stopRun(tx, plan, current, step))
    case 'not_confirmed':
      return changeRun(engine, run, (tx, plan, current) =>
        plan.state === 'active'
          ? leaveOut(tx, current, 'not_confirmed')
          : leaveOutStopped(tx, plan, current),
      )
    case 'again':
    case 'wait_for_owner': {
      const isAgain = step === 'again'
      const next = await changeRun(engine, run, async (tx, plan, current) => {
        if (plan.state !== 'active') return leaveOutStopped(tx, plan, current)
        if (isAgain) return write(tx, { ...current, state: 'open', purchase_id: null })
        return isMissed(current.due_at, now) ? leaveOut(tx, current, 'not_confirmed') : current
      })
      if (next !== null) await setRunLease(db, run.plan_id, run.period, againSeconds)
      return null
    }
  }
}

/**
 * Changes a run under the locks of its plan and itself. Does nothing if another process has moved it on, or
 * it has ended. Returns the result of `change`, otherwise null.
 */
function changeRun(
  { services: { db } }: Engine,
  run: RunRow,
  change: (tx: Transaction, plan: PlanRow, current: RunRow) => Promise<RunRow | null>,
): Promise<RunRow | null> {
  return db.transaction(async (tx) => {
    const plan = await lockPlan(tx, run.plan_id)
    const current = plan === null ? null : await lockRun(tx, run.plan_id, run.period)
    if (plan === null || current === null || !isUnfinished(current)) return null
    const isSame = current.attempt === run.attempt && current.purchase_id === run.purchase_id
    return isSame ? change(tx, plan, current) : null
  })
}

async function write(tx: Transaction, run: RunRow): Promise<RunRow> {
  await send(tx, runWrites([run]))
  return run
}

async function leaveOut(
  tx: Transaction,
  run: RunRow,
  reason: Parameters<typeof leftOutRun>[1],
): Promise<null> {
  await write(tx, leftOutRun(run, reason))
  return null
}

/** Leaves out a run of a plan that its owner or the product has stopped. */
const leaveOutStopped = (tx: Transaction, plan: PlanRow, run: RunRow): Promise<null> =>
  leaveOut(tx, run, plan.pause_reason ?? 'ended')

/** Begins the next attempt, with the id of its purchase. */
async function begin(
  tx: Transaction,
  plan: PlanRow,
  run: RunRow,
  now: Date,
): Promise<RunRow | null> {
  if (plan.state !== 'active') return leaveOutStopped(tx, plan, run)
  return write(tx, {
    ...run,
    attempt: run.attempt + 1,
    purchase_id: randomUUIDv7(),
    started_at: run.started_at ?? now,
  })
}

/** Plans the attempt after a decline, or pauses the plan after the last one. */
async function declineRun(tx: Transaction, plan: PlanRow, run: RunRow): Promise<RunRow | null> {
  if (plan.state !== 'active') return leaveOutStopped(tx, plan, run)
  const declines = run.declines + 1
  const next = attemptAfterDecline(run.started_at ?? run.due_at, declines)
  if (next === null) return stopRun(tx, plan, { ...run, declines }, 'declined')
  await write(tx, { ...run, state: 'open', declines, purchase_id: null, due_at: next })
  return null
}

/** Asks the owner to pay the run in a checkout, with one message. */
async function askOwner(tx: Transaction, plan: PlanRow, run: RunRow): Promise<null> {
  if (plan.state !== 'active') return leaveOutStopped(tx, plan, run)
  await write(tx, { ...run, state: 'asking', purchase_id: null })
  await queueMessages(tx, [planMessage('plan_confirm', plan, run.period)])
  return null
}

/** Pauses the plan of a run, whose attempt has ended. */
async function stopRun(
  tx: Transaction,
  plan: PlanRow,
  run: RunRow,
  reason: StopReason,
): Promise<null> {
  if (plan.state !== 'active') return leaveOutStopped(tx, plan, run)
  await write(tx, { ...run, state: 'open', purchase_id: null })
  await stopLockedPlan(tx, plan, reason)
  return null
}

/** Reserves the purchase of the present attempt. A repeat under the same key reserves nothing else. */
async function reserveRun(engine: Engine, run: RunRow, now: Date): Promise<RunRow | null> {
  const { services, reserve } = engine
  const { db } = services
  const plan = await findPlan(db, run.plan_id)
  if (plan?.state !== 'active' || isMissed(run.due_at, now)) {
    return changeRun(engine, run, (tx, current, stale) =>
      current.state === 'active'
        ? leaveOut(tx, stale, 'not_completed')
        : leaveOutStopped(tx, current, stale),
    )
  }
  const decision = await decidePlanOrder(services, plan, run, null)
  if (decision === 'later') {
    await setRunLease(db, run.plan_id, run.period, againSeconds)
    return null
  }
  if (typeof decision === 'string') {
    return changeRun(engine, run, async (tx, current) => {
      await stopLockedPlan(tx, current, decision)
      return null
    })
  }
  const answer = await reserve({
    order: decision,
    nonce: planNonce(plan.id),
    key: planKeyOf(plan, run),
    caller: { address: 'plan', network: 'plan', isExempt: true },
    requestId: plan.id,
  })
  if (!isProblem(answer)) return run
  // The price, the stock or the wallet changed after the decision, or the card has no outcome yet. The purchase's
  // own state, or the next decision, says which.
  await setRunLease(db, run.plan_id, run.period, waitSeconds)
  return answer.problem === 'card_declined' ? run : null
}

/**
 * Completes the reserved purchase, unless the owner has stopped the run. The run is marked as paying under the
 * plan's lock first: an answer to the owner before that stops it, one after that names it.
 */
async function payRun(
  engine: Engine,
  run: RunRow,
  { tx_id: txId, buyer_id: buyerId }: PlannedPurchase,
): Promise<RunRow | null> {
  const { services, complete } = engine
  const paying = await changeRun(engine, run, async (tx, plan, current) => {
    if (current.state === 'paying') return current
    return plan.state === 'active'
      ? write(tx, { ...current, state: 'paying' })
      : leaveOutStopped(tx, plan, current)
  })
  if (paying === null) {
    await cancelRun(services, buyerId, run)
    return null
  }
  await complete({ txId, buyerId, nonce: planNonce(run.plan_id), key: null })
  return paying
}
