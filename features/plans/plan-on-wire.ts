// Converts a stored plan to its form on the wire.
import { minorToUnits, minorToUnitsOrNull } from '#values/money/money.ts'
import type { PlanState, RunState } from './plan-states.ts'
import { featuredProject, type WirePlan } from './plans-calls.ts'
import type { ShownPlanRow } from './plans-queries.ts'

const planStatesOnWire = {
  unconfirmed: 'PENDING',
  active: 'ACTIVE',
  paused: 'PAUSED',
  ended: 'ENDED',
} as const satisfies Record<PlanState, WirePlan['state']>

const runStatesOnWire = {
  open: 'OPEN',
  paying: 'PAYING',
  bought: 'COMPLETED',
  reversed: 'REVERSED',
  left_out: 'NONE',
} as const satisfies Record<RunState, NonNullable<WirePlan['last_run']>['state']>

export function planOnWire(row: ShownPlanRow): WirePlan {
  const { id, state, pause_reason, currency, project_id, pay, day, last_period, last_state } = row
  const hasNext = state === 'active' || state === 'paused'
  return {
    id,
    state: planStatesOnWire[state],
    pause_reason,
    amount: minorToUnits(row.amount_minor),
    currency,
    project_id: project_id ?? featuredProject,
    pay,
    day,
    next_run: hasNext ? (row.next_run_at?.toISOString() ?? null) : null,
    expires_at: state === 'unconfirmed' ? row.expires_at.toISOString() : null,
    last_run:
      last_period === null || last_state === null
        ? null
        : {
            period: last_period.slice(0, 7),
            state: runStatesOnWire[last_state],
            reason: row.last_reason,
            tx_id: row.tx_id,
            kg: row.quantity_kg,
            total: minorToUnitsOrNull(row.total_minor),
          },
  }
}
