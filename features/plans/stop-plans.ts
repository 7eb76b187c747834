// Pauses plans that the product may not run any more, with one message to the owner.
import { queueMessages } from '#features/messages/outbox.ts'
import type { Transaction } from '#platform/database/database.ts'
import type { StopReason } from '#values/lists/plans.ts'
import { leftOutRun } from './own-plans.ts'
import { planMessage } from './plan-messages.ts'
import { lockUnfinishedRuns } from './plan-run-queries.ts'
import { isStoppable, stopPlan } from './plan-states.ts'
import { lockPlansOf, type PlanRow, writePlanAndRuns } from './plans-queries.ts'

/** Pauses an active plan, and ends its open run. A run that is paying completes. The caller has locked the plan. */
export async function stopLockedPlan(
  tx: Transaction,
  plan: PlanRow,
  reason: StopReason,
): Promise<void> {
  if (plan.state !== 'active') return
  const runs = await lockUnfinishedRuns(tx, plan.id)
  const openRuns = runs.filter(isStoppable)
  const leftOut = openRuns.map((run) => leftOutRun(run, reason))
  await writePlanAndRuns(tx, stopPlan(plan, reason), leftOut)
  await queueMessages(tx, [planMessage('plan_paused', plan)])
}

/** Pauses all active plans of a passport. */
export async function stopPlansOf(
  tx: Transaction,
  passportId: string,
  reason: StopReason,
): Promise<void> {
  const plans = await lockPlansOf(tx, passportId)
  for (const plan of plans) await stopLockedPlan(tx, plan, reason)
}
