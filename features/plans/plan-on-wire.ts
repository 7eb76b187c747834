// Converts a stored plan to its form on the wire.

import { featuredProject } from '#values/lists/plans.ts'
import { minorToUnits, minorToUnitsOrNull } from '#values/money/money.ts'
import type { PlanState, RunState } from './plan-states.ts'
import type { WirePlan, WireRun } from './plans-calls.ts'
import type { ShownPlanRow, ShownRunRow } from './plans-queries.ts'

const planStatesOnWire = {
  unconfirmed: 'PENDING',
  active: 'ACTIVE',
  paused: 'PAUSED',
  ended: 'ENDED',
} as const satisfies Record<PlanState, WirePlan['state']>

const runStatesOnWire = {
  open: 'OPEN',
  paying: 'PAYING',
  asking: 'CONFIRMATION_NEEDED',
  checkout: 'CHECKOUT',
  bought: 'COMPLETED',
  reversed: 'REVERSED',
  left_out: 'NONE',
} as const satisfies Record<RunState, WireRun['state']>

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
        : runOnWire({ ...row, period: last_period, state: last_state, reason: row.last_reason }),
  }
}

export function runOnWire(run: Omit<ShownRunRow, 'plan_id'>): WireRun {
  return {
    period: run.period.slice(0, 7),
    state: runStatesOnWire[run.state],
    reason: run.reason,
    tx_id: run.tx_id,
    kg: run.quantity_kg,
    total: minorToUnitsOrNull(run.total_minor),
  }
}
