// Opens the checkout of a month in which the bank asks for the plan's owner. A month has one checkout, with one
// purchase: a repeated call returns that purchase again. Only the owner's retyped id completes it.
import { randomUUIDv7 } from 'node:crypto'
import type { Viewer } from '#features/people/find-session.ts'
import { lockPassports } from '#features/people/lock-people.ts'
import { readPlannedPurchase } from '#features/purchases/planned-purchase.ts'
import type { Services } from '#features/purchases/purchase-services.ts'
import type { ReserveReply } from '#features/purchases/purchases-calls.ts'
import { createReservePurchase } from '#features/purchases/reserve/reserve-purchase.ts'
import type { StoredAnswer } from '#platform/database/idempotency.ts'
import { send } from '#platform/database/write.ts'
import { type Nonce, recordNonces } from '#platform/http/guard/request-signature.ts'
import type { Caller } from '#platform/http/limits/rate-limits.ts'
import type { Answered, CallProblem } from '#values/call.ts'
import { readPlanPay } from '#values/money/plan-pay.ts'
import { isProblem, type Problem, problem } from '#values/problem.ts'
import { decidePlanOrder, orderOf } from './decide-plan-order.ts'
import { planNonce } from './own-plans.ts'
import { isMissed } from './plan-calendar.ts'
import {
  leaseSeconds,
  lockRun,
  planKeyOf,
  type RunRow,
  runWrites,
  setRunLease,
} from './plan-run-queries.ts'
import type { openPlanCheckout } from './plans-calls.ts'
import { lockPlan, type PlanRow } from './plans-queries.ts'
import { stopLockedPlan } from './stop-plans.ts'

type Request = {
  readonly id: string
  /** The month in UTC, such as `2026-11`. */
  readonly period: string
  readonly nonce: Nonce
  readonly caller: Caller
  readonly requestId: string
}
type CheckoutResult =
  | Answered<200, ReserveReply>
  | StoredAnswer
  | Problem<CallProblem<typeof openPlanCheckout>>
  | Problem<'replayed' | 'unauthenticated'>
type OpenCheckout = (viewer: Viewer, request: Request) => Promise<CheckoutResult>

/** Creates the function that opens a checkout. Its answer is that of getPin. */
export function createOpenCheckout(services: Services): OpenCheckout {
  const { db } = services
  const reserve = createReservePurchase(services)
  return async ({ passportId, sessionId }, { id, period, nonce, caller, requestId }) => {
    const opened = await db.transaction(async (tx) => {
      if ((await recordNonces(tx, [nonce])).size === 0) return problem('replayed')
      await lockPassports(tx, [passportId])
      const plan = await lockPlan(tx, id)
      if (plan === null || plan.passport_id !== passportId) return problem('plan_not_found')
      const run = await lockRun(tx, id, `${period}-01`)
      const next = run === null ? null : checkoutOf(run, plan.now)
      if (next === null) return problem('plan_checkout_over')
      await send(tx, runWrites([next]))
      // No round leaves out the run while its purchase is being reserved.
      await setRunLease(tx, id, next.period, leaseSeconds)
      return { plan, run: next }
    })
    if (isProblem(opened)) return opened
    const { plan, run } = opened
    const order = await readOrder(plan, run, sessionId)
    if (isProblem(order)) return order
    const key = planKeyOf(plan, run)
    return reserve({ order, nonce: planNonce(plan.id), key, caller, requestId })
  }

  /** Returns the order of the reserved purchase, whose answer is stored under its key, or of a new one. */
  async function readOrder(plan: PlanRow, run: RunRow, sessionId: string) {
    const purchase = await readPlannedPurchase(db, run.purchase_id)
    if (purchase !== null) {
      const isOpen = !purchase.is_over && (purchase.state === 'HELD' || purchase.state === 'READY')
      const pay = readPlanPay(run.pay)
      if (!isOpen || pay === null) return problem('plan_checkout_over')
      const { batch_id: id, batch_currency: currency, quantity_kg: quantityKg } = purchase
      const batch = { id, currency, price_micros: null }
      return orderOf(plan, run, sessionId, {
        ...{ phone: null, pay, batch, quantityKg, quote: null },
      })
    }
    const decision = await decidePlanOrder(services, plan, run, sessionId)
    if (decision === 'later') return problem('rate_unknown')
    if (typeof decision !== 'string') return decision
    await db.transaction(async (tx) => {
      const current = await lockPlan(tx, plan.id)
      if (current !== null) await stopLockedPlan(tx, current, decision)
    })
    return problem('plan_is_paused')
  }
}

/** Returns the run with its checkout open. Null if the month has none, or it is a week old. */
function checkoutOf(run: RunRow, now: Date): RunRow | null {
  if (run.state === 'checkout') return run
  if (run.state !== 'asking' || isMissed(run.due_at, now)) return null
  return { ...run, state: 'checkout', attempt: run.attempt + 1, purchase_id: randomUUIDv7() }
}
