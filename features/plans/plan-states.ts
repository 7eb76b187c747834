// Declares the states of monthly plans and their runs, and computes each change of a plan
// (docs/product.md#monthly-plans). Pure.
import { openStepOf, type StoredState } from '#features/purchases/states/state.ts'
import type { PauseReason, planActions, RunReason } from '#values/lists/plans.ts'
import {
  endOfDay,
  nextRunAfter,
  periodAfter,
  periodOf,
  periodsBetween,
  runOf,
} from './plan-calendar.ts'

/** Minutes in which a new plan can be confirmed, as long as a reservation. */
export const confirmMinutes = 10

export const planStates = ['unconfirmed', 'active', 'paused', 'ended'] as const
export type PlanState = (typeof planStates)[number]

/**
 * States of a run. `open`: its purchase may still be tried. `paying`: the purchase is being completed, which no
 * change of the plan stops. `asking`: the bank wants the owner, who may open one checkout. `checkout`: the owner
 * has opened it, and alone completes its purchase. `bought`, `reversed` (refunded or disputed) and `left_out`
 * are final.
 */
export const runStates = [
  'open',
  'paying',
  'asking',
  'checkout',
  'bought',
  'reversed',
  'left_out',
] as const
export type RunState = (typeof runStates)[number]
export const unfinishedRunStates = [
  'open',
  'paying',
  'asking',
  'checkout',
] as const satisfies readonly RunState[]

type StatedRun = { readonly state: RunState }
export const isUnfinished = ({ state }: StatedRun): boolean =>
  unfinishedRunStates.some((each) => each === state)
/** Returns true if a change of the plan ends the run. */
export const isStoppable = ({ state }: StatedRun): boolean => state === 'open' || state === 'asking'

export type Terms = {
  /** The most that a month may cost, in minor units of `currency`. */
  readonly amount_minor: number
  readonly currency: string
  /** Null means the featured project of the profile's country. */
  readonly project_id: string | null
  readonly pay: string
  readonly day: number
}

export type Plan = Terms & {
  readonly state: PlanState
  readonly pause_reason: PauseReason | null
  /** The run of the first period that has no run yet. Null until the plan is confirmed. */
  readonly next_run_at: Date | null
  /** True until the message before the next run is sent. */
  readonly notice_pending: boolean
}

export type PlanAction = (typeof planActions)[number]

/** The plan after a change, and the periods that the change leaves without a purchase. */
export type PlanChange = {
  readonly plan: Plan
  /** The reason for which an open run ends. Null if the change leaves it alone. */
  readonly release: RunReason | null
  readonly leftOut: readonly string[]
  readonly leftOutReason: RunReason
}

type ChangeProblem = 'plan_expired' | 'plan_unconfirmed' | 'plan_ended' | 'plan_is_paused'

type Moment = {
  readonly now: Date
  /** True if the plan was not confirmed in time. */
  readonly isOver: boolean
  /** True if a run is stoppable. */
  readonly hasOpenRun: boolean
}

/** Returns the plan after the owner's change. `terms` are the new ones of `change`. */
export function changePlan(
  plan: Plan,
  action: PlanAction,
  terms: Partial<Terms>,
  { now, isOver, hasOpenRun }: Moment,
): PlanChange | ChangeProblem {
  const unchanged = { plan, release: null, leftOut: [], leftOutReason: 'changed' } as const
  const { state, day, next_run_at } = plan
  if (state === 'ended') return 'plan_ended'
  if (state === 'unconfirmed' || next_run_at === null) {
    if (isOver) return 'plan_expired'
    if (action !== 'confirm') return 'plan_unconfirmed'
    const first = nextRunAfter(endOfDay(now), day)
    return { ...unchanged, plan: { ...plan, state: 'active', next_run_at: first } }
  }
  const period = periodOf(next_run_at)
  switch (action) {
    case 'confirm':
      return unchanged
    case 'pause':
      if (state === 'paused') return unchanged
      return {
        ...unchanged,
        plan: { ...plan, state: 'paused', pause_reason: 'paused' },
        release: 'paused',
      }
    case 'resume': {
      if (state !== 'paused') return unchanged
      const next = nextRunAfter(now, day, period)
      return {
        ...unchanged,
        plan: { ...plan, state: 'active', pause_reason: null, next_run_at: next },
        leftOut: periodsBetween(period, periodOf(next)),
        leftOutReason: plan.pause_reason ?? 'paused',
      }
    }
    case 'skip': {
      if (state === 'paused') return 'plan_is_paused'
      if (hasOpenRun) return { ...unchanged, release: 'skipped' }
      const next = runOf(periodAfter(period), day)
      return {
        ...unchanged,
        plan: { ...plan, next_run_at: next },
        leftOut: [period],
        leftOutReason: 'skipped',
      }
    }
    case 'change': {
      const changed = { ...plan, ...terms, notice_pending: true }
      const next =
        changed.day === day ? next_run_at : nextRunAfter(endOfDay(now), changed.day, period)
      return {
        plan: { ...changed, next_run_at: next },
        release: 'changed',
        leftOut: periodsBetween(period, periodOf(next)),
        leftOutReason: 'changed',
      }
    }
  }
}

/** Returns the end of a plan, which nothing prevents. */
export const endPlan = (plan: Plan): PlanChange => ({
  plan: { ...plan, state: 'ended', pause_reason: null },
  release: 'ended',
  leftOut: [],
  leftOutReason: 'ended',
})

/** Returns a plan that the product pauses. */
export function stopPlan<Each extends Plan>(plan: Each, reason: PauseReason): Each {
  return { ...plan, state: 'paused', pause_reason: reason }
}

/** The next step of a run. */
export type RunStep =
  /** It begins the next attempt. */
  | 'begin'
  /** It reserves the attempt's purchase. */
  | 'reserve'
  /** It completes the purchase, if the plan still wants it. */
  | 'pay'
  /** It waits for the card provider or for the expiry of the purchase. */
  | 'wait'
  /** The run has its purchase. */
  | 'bought'
  /** The attempt ended without a purchase, by a decline or otherwise. */
  | 'declined'
  | 'again'
  /** It asks its owner to pay in a checkout, because the bank wants the cardholder. */
  | 'ask'
  /** It waits for its owner, at most a week. */
  | 'wait_for_owner'
  /** The owner's checkout ended without a purchase. */
  | 'not_confirmed'
  /** The card provider no longer has the card. */
  | 'card_missing'

type AttemptPurchase = StoredState & {
  readonly failure_code: string | null
  /** True after the reservation's expiry. */
  readonly is_over: boolean
}

/** Returns the next step of a run. An attempt has ended only when the card provider has nothing of it either. */
export function runStepOf(
  { state, purchase_id }: StatedRun & { readonly purchase_id: string | null },
  purchase: AttemptPurchase | null,
): RunStep {
  const isOwners = state === 'asking' || state === 'checkout'
  if (isOwners && purchase === null) return 'wait_for_owner'
  if (purchase_id === null) return 'begin'
  if (purchase === null) return 'reserve'
  switch (purchase.state) {
    case 'HELD':
    case 'COMPLETING':
      return 'wait'
    case 'READY':
      return purchase.is_over || isOwners ? 'wait' : 'pay'
    case 'COMPLETED':
      return 'bought'
    case 'FAILED':
    case 'EXPIRED':
      if (openStepOf(purchase) !== null || purchase.card_state === 'REFUNDING') return 'wait'
      return isOwners ? 'not_confirmed' : stepAfterFailure(purchase)
  }
}

function stepAfterFailure({ failure_code }: AttemptPurchase): RunStep {
  switch (failure_code) {
    case 'card_declined':
      return 'declined'
    case 'cardholder_needed':
      return 'ask'
    case 'card_details_required':
      return 'card_missing'
    default:
      return 'again'
  }
}
