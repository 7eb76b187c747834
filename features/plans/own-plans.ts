// Creates and changes a user's monthly plans. Each change takes the plan's lock and decides by
// plan-states.ts. A purchase that the change stops is cancelled after the commit.
import { randomUUID } from 'node:crypto'
import { findNamedProject } from '#features/catalogue/project-offer.ts'
import type { Viewer } from '#features/people/find-session.ts'
import { lockPassports } from '#features/people/lock-people.ts'
import { cancelPurchase } from '#features/purchases/end/cancel-purchase.ts'
import { readPlannedPurchase } from '#features/purchases/planned-purchase.ts'
import type { Services } from '#features/purchases/purchase-services.ts'
import { lockUsedCards } from '#features/purchases/saved-cards/card-uses.ts'
import { cardMinimumOf } from '#features/wallet/wallet-split.ts'
import type { Transaction } from '#platform/database/database.ts'
import type { StoredAnswer } from '#platform/database/idempotency.ts'
import { answerOnce, type OnceProblem, type SignedCall } from '#platform/http/guard/answer-once.ts'
import { type Answered, answered, type CallProblem } from '#values/call.ts'
import { featuredProject, plansMax, type RunReason } from '#values/lists/plans.ts'
import { currencyDecimals } from '#values/money/currencies.ts'
import { minorText, minorToUnits, unitsToMinor } from '#values/money/money.ts'
import { planPayText, readPlanPay } from '#values/money/plan-pay.ts'
import { isProblem, type Problem, problem } from '#values/problem.ts'
import { newReadableId } from '#values/text/transaction-id.ts'
import { runOf } from './plan-calendar.ts'
import { planOnWire } from './plan-on-wire.ts'
import { lockUnfinishedRuns, type RunRow } from './plan-run-queries.ts'
import { changePlan, endPlan, isStoppable, type PlanChange, type Terms } from './plan-states.ts'
import type * as calls from './plans-calls.ts'
import type { ChangeBody, CreateBody, WirePlan } from './plans-calls.ts'
import {
  countPlans,
  deleteUnconfirmed,
  findPlan,
  lockPlan,
  type PlanRow,
  writeNewPlan,
  writePlanAndRuns,
} from './plans-queries.ts'

/** The most that a plan may cost a month, in minor units. Ten thousand kilograms cost less. */
const amountMaxMinor = 10_000_000

type TermProblem =
  | 'invalid_plan_amount'
  | 'invalid_selection'
  | 'not_offered'
  | 'card_details_required'
  | 'code_required'
type Owner = Pick<Viewer, 'passportId' | 'currency' | 'sessionId'>
type Settings = Services['settings']

/** Prepares a plan that its owner has not confirmed yet. It replaces an earlier one of this kind. */
export function createPlan(
  { db, settings }: Services,
  owner: Owner,
  body: CreateBody,
  call: SignedCall,
): Promise<
  | Answered<201, WirePlan>
  | StoredAnswer
  | Problem<CallProblem<typeof calls.createPlan> | OnceProblem>
> {
  return answerOnce(db, call, async (tx) => {
    const terms = await readTerms(tx, settings, owner, body, true)
    if (isProblem(terms)) return terms
    await lockPassports(tx, [owner.passportId])
    if (await hasAllPlans(tx, owner)) return problem('too_many_plans')
    await deleteUnconfirmed(tx, owner.passportId)
    const id = newReadableId('PL')
    await writeNewPlan(tx, id, owner.passportId, terms)
    return answered(201, await readPlan(tx, id))
  })
}

type Changed<Code extends string> = Promise<
  Answered<200, WirePlan> | StoredAnswer | Problem<Code | 'plan_not_found' | OnceProblem>
>
type ChangedOnce<Code extends string> = Promise<
  Answered<200, WirePlan> | Problem<Code | 'plan_not_found'>
>

/** Confirms, pauses, resumes, skips a month of, or changes a plan. */
export function changeOwnPlan(
  services: Services,
  owner: Owner,
  body: ChangeBody,
  call: SignedCall,
): Changed<CallProblem<typeof calls.changePlan>> {
  const { action } = body
  return withOwnPlan(services, owner, body.id, call, async (tx, plan, hasOpenRun) => {
    const isConfirmation = action === 'confirm' && plan.state === 'unconfirmed'
    if (isConfirmation && (await hasAllPlans(tx, owner))) return problem('too_many_plans')
    const moment = { now: plan.now, isOver: plan.is_over, hasOpenRun }
    // A plan that refuses every change is named before a fault of the terms, such as a removed card.
    const unchanged = changePlan(plan, action, {}, moment)
    if (typeof unchanged === 'string') return problem(unchanged)
    const isResumed = action === 'resume' && plan.state === 'paused'
    if (isResumed && (await lockPlanCard(tx, owner, plan.pay))?.isConfirmed === false) {
      return problem('code_required')
    }
    if (action !== 'change') return unchanged
    const terms = await readChangedTerms(tx, services.settings, owner, plan, body)
    if (isProblem(terms)) return terms
    const change = changePlan(plan, action, terms, moment)
    return typeof change === 'string' ? problem(change) : change
  })
}

/** Ends a plan. No purchase of it begins after the answer, and only that of `last_run` may still complete. */
export function endOwnPlan(
  services: Services,
  owner: Owner,
  id: string,
  call: SignedCall,
): Changed<never> {
  return withOwnPlan(services, owner, id, call, async (_, plan) => endPlan(plan))
}

/** Changes a plan under its lock. Afterwards cancels the purchases of the runs that the change releases. */
async function withOwnPlan<Code extends string>(
  services: Services,
  owner: Owner,
  id: string,
  call: SignedCall,
  decide: (
    tx: Transaction,
    plan: PlanRow,
    hasOpenRun: boolean,
  ) => Promise<PlanChange | Problem<Code>>,
): Changed<Code> {
  let released: readonly RunRow[] = []
  const answer = await answerOnce(services.db, call, async (tx): ChangedOnce<Code> => {
    released = []
    await lockPassports(tx, [owner.passportId])
    const plan = await lockPlan(tx, id)
    if (plan === null || plan.passport_id !== owner.passportId) return problem('plan_not_found')
    const runs = await lockUnfinishedRuns(tx, plan.id)
    const openRuns = runs.filter(isStoppable)
    const change = await decide(tx, plan, openRuns.length > 0)
    if ('problem' in change) return change
    const { release, leftOut, leftOutReason } = change
    // An open checkout is cancelled too, unless its purchase is being completed already. The answer names it.
    if (release !== null) released = runs.filter(({ state }) => state !== 'paying')
    await writePlanAndRuns(
      tx,
      { ...change.plan, id },
      release === null ? [] : openRuns.map((run) => leftOutRun(run, release)),
      leftOut.map((period) => newRun(plan, period, leftOutReason)),
    )
    return answered(200, await readPlan(tx, id))
  })
  await Promise.all(released.map((run) => cancelRun(services, owner.passportId, run)))
  return answer
}

/** Cancels the purchase of a stopped run, if it is reserved. Otherwise its round stops before the reservation is paid. */
export async function cancelRun(
  services: Services,
  buyerId: string,
  { plan_id, purchase_id }: Pick<RunRow, 'plan_id' | 'purchase_id'>,
): Promise<void> {
  const purchase = await readPlannedPurchase(services.db, purchase_id)
  if (purchase === null) return
  await cancelPurchase(services, buyerId, purchase.tx_id, planNonce(plan_id), null)
}

/** Returns a nonce for a step of a plan, which no browser signs. */
export const planNonce = (planId: string) => ({ terminalId: planId, nonce: randomUUID() })

/** Returns a run without a purchase. */
export const leftOutRun = (run: RunRow, reason: RunReason): RunRow => ({
  ...run,
  state: 'left_out',
  reason,
})

/** Returns the run of a period: open, or left out for `reason`. */
export function newRun(
  { id, pay, day }: PlanRow,
  period: string,
  reason: RunReason | null,
): RunRow {
  const runAt = runOf(period, day)
  return {
    plan_id: id,
    period,
    state: reason === null ? 'open' : 'left_out',
    reason,
    pay,
    attempt: 0,
    declines: 0,
    purchase_id: null,
    run_at: runAt,
    started_at: null,
    due_at: runAt,
  }
}

async function hasAllPlans(tx: Transaction, { passportId }: Owner): Promise<boolean> {
  const row = await countPlans(tx, passportId)
  return (row?.count ?? 0) >= plansMax
}

async function readPlan(tx: Transaction, id: string): Promise<WirePlan> {
  const row = await findPlan(tx, id)
  if (row === null) throw new Error(`plan ${id} vanished under its lock`)
  return planOnWire(row)
}

/** Locks and returns the saved card of a payment. Undefined if the payment names none, or it is gone. */
async function lockPlanCard(tx: Transaction, { sessionId }: Owner, payText: string) {
  const cardId = readPlanPay(payText)?.cardId ?? null
  if (cardId === null) return undefined
  const cardUse = { cardId, sessionId }
  return (await lockUsedCards(tx, [cardUse])).get(cardUse)
}

/**
 * Returns the terms in their stored form. Problems: those of `TermProblem`. If `chargesMore` is true, a saved
 * card needs the confirmation of this session, as in a purchase.
 */
async function readTerms(
  tx: Transaction,
  settings: Settings,
  owner: Owner,
  { amount, project_id, pay: payText, day }: CreateBody,
  chargesMore: boolean,
): Promise<Terms | Problem<TermProblem>> {
  const { passportId, currency } = owner
  const minimumMinor = cardMinimumOf(settings.cardMinimumMinor, currency)
  const amountMinor = unitsToMinor(amount)
  if (amountMinor === null || amountMinor < minimumMinor || amountMinor > amountMaxMinor) {
    const least = minorText(minimumMinor, currencyDecimals)
    return problem('invalid_plan_amount', { text: `A month costs at least ${least} ${currency}.` })
  }
  const planPay = readPlanPay(payText)
  const card = await lockPlanCard(tx, owner, payText)
  if (planPay === null || (planPay.cardId !== null && card?.passportId !== passportId)) {
    return problem('card_details_required', { fields: { field: 'pay' } })
  }
  if (chargesMore && card?.isConfirmed === false) return problem('code_required')
  const pay = planPayText(planPay)
  if (project_id === featuredProject) {
    return { amount_minor: amountMinor, currency, project_id: null, pay, day }
  }
  const project = await findNamedProject(tx, project_id)
  if (project === null) return problem('invalid_selection', { fields: { field: 'project_id' } })
  if (!project.is_offered) return problem('not_offered', { fields: { field: 'project_id' } })
  return { amount_minor: amountMinor, currency, project_id: project.id, pay, day }
}

/**
 * Returns the new terms of a plan. Absent fields keep the plan's, which are checked again. An amount in a
 * currency that the profile no longer has does not stay.
 */
function readChangedTerms(
  tx: Transaction,
  settings: Settings,
  owner: Owner,
  plan: PlanRow,
  { amount, project_id, pay, day }: ChangeBody,
) {
  const keptAmount = plan.currency === owner.currency ? minorToUnits(plan.amount_minor) : Number.NaN
  const terms = {
    amount: amount ?? keptAmount,
    project_id: project_id ?? plan.project_id ?? featuredProject,
    pay: pay ?? plan.pay,
    day: day ?? plan.day,
  }
  const isHigher = (unitsToMinor(terms.amount) ?? 0) > plan.amount_minor
  const chargesMore = terms.pay !== plan.pay || plan.currency !== owner.currency || isHigher
  return readTerms(tx, settings, owner, terms, chargesMore)
}
