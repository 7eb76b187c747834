// Exports and erases a user's monthly plans.
import { lockPassports } from '#features/people/lock-people.ts'
import type { OwnDataPart } from '#features/people/own-data-part.ts'
import { minorToUnits, minorToUnitsOrNull } from '#values/money/money.ts'
import { deletePlansOf, findPlansOf, findRunsOf, unconfirmedKept } from './plans-queries.ts'

export const plansOwnData: OwnDataPart = {
  title: 'monthly plans',
  processing: {
    data: 'monthly plans: amount, day, project, way of payment, runs with their outcomes',
    purpose: 'buy offsets each month as the user ordered',
    basis: 'contract',
    retention: [
      ['plans that were not confirmed', unconfirmedKept],
      ['plans and runs', 'the passport is deleted'],
    ],
    recipients: ['card provider'],
  },
  async read(db, { passportId }) {
    const [plans, runs] = await Promise.all([
      findPlansOf(db, passportId),
      findRunsOf(db, passportId),
    ])
    return {
      plans: plans.map((plan) => ({
        id: plan.id,
        state: plan.state,
        'reason of the pause': plan.pause_reason,
        'at most': minorToUnits(plan.amount_minor),
        currency: plan.currency,
        project: plan.project_id ?? 'the featured one',
        'paid by': plan.pay,
        day: plan.day,
        'next run': plan.next_run_at,
      })),
      runs: runs.map((run) => ({
        plan: run.plan_id,
        month: run.period.slice(0, 7),
        outcome: run.state,
        reason: run.reason,
        purchase: run.tx_id,
        paid: minorToUnitsOrNull(run.total_minor),
        currency: run.currency,
      })),
    }
  },
  async erase(tx, { passportId }) {
    // A run that has begun finds its plan gone, and pays nothing.
    await lockPassports(tx, [passportId])
    await deletePlansOf(tx, passportId)
  },
}
