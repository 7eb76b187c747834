// Declares the SQL of the runs of monthly plans. The caller of a lock has locked the plan.
import { hash } from 'node:crypto'
import { sqlReversal } from '#features/purchases/states/state-sql.ts'
import type { Transaction } from '#platform/database/database.ts'
import type { ScopedKey } from '#platform/database/idempotency.ts'
import { type RowOf, statement } from '#platform/database/statement.ts'
import { unnestRows } from '#platform/database/unnest-rows.ts'
import type { Write } from '#platform/database/write.ts'
import { runReasons } from '#values/lists/plans.ts'
import { runStates, unfinishedRunStates } from './plan-states.ts'

export const runColumns = {
  plan_id: 'text',
  period: 'date',
  state: runStates,
  reason: [...runReasons, null],
  pay: 'text',
  attempt: 'int2',
  declines: 'int2',
  purchase_id: 'uuid?',
  run_at: 'timestamptz',
  started_at: 'timestamptz?',
  due_at: 'timestamptz',
} as const
const runNames = Object.keys(runColumns)
const unfinished = `('${unfinishedRunStates.join("', '")}')`
export const runSelect = runNames.map((name) => `r.${name}`).join(', ')

/** Locks a plan's runs that have no outcome yet. The caller has locked the plan. */
export const lockUnfinishedRuns = statement(
  'lock-unfinished-plan-runs',
  runColumns,
  `select ${runSelect} from plan_runs r where r.plan_id = $1 and r.state in ${unfinished}
   order by r.period for update`,
).rows<[planId: string], Transaction>()
export type RunRow = RowOf<typeof lockUnfinishedRuns>

/** Returns the idempotency key of an attempt. The key alone decides; prices may change before a repeat. */
export function planKeyOf(
  { passport_id, id }: { readonly passport_id: string; readonly id: string },
  { period, attempt }: Pick<RunRow, 'period' | 'attempt'>,
): ScopedKey {
  const key = `plan:${id}:${period.slice(0, 7)}:${attempt}`
  const bodyHash = hash('sha256', key, 'buffer')
  return { ownerId: passport_id, route: 'plan', key, bodyHash, plainHash: () => bodyHash }
}

/** Locks the run of a period. The caller has locked the plan. */
export const lockRun = statement(
  'lock-plan-run',
  runColumns,
  `select ${runSelect} from plan_runs r where r.plan_id = $1 and r.period = $2 for update`,
).row<[planId: string, period: string], Transaction>()

/** Seconds in which no other process continues a run. */
export const leaseSeconds = 60

/** Takes due runs for a lease, in which no other process continues them. */
export const takeDueRuns = statement(
  'take-due-plan-runs',
  runColumns,
  `with due(due_plan_id, due_period) as materialized (
     select plan_id, period from plan_runs
     where state in ${unfinished} and due_at <= $1 and coalesce(leased_until <= now(), true)
     order by due_at limit $2 for update skip locked)
   update plan_runs r set leased_until = now() + make_interval(secs => $3)
   from due where r.plan_id = due_plan_id and r.period = due_period
   returning ${runSelect}`,
).rows<[now: Date, limit: number, leaseSeconds: number]>()

/** Counts the due runs that wait for a short lease, and returns the seconds until the first may be taken. */
export const findWaitingRuns = statement(
  'find-waiting-plan-runs',
  { count: 'int4', seconds: 'int4' },
  `select count(*)::int4 as count,
     coalesce(ceil(extract(epoch from min(leased_until) - now())), 0)::int4 as seconds
   from plan_runs where state in ${unfinished} and due_at <= $1
     and leased_until between now() and now() + interval '${leaseSeconds} seconds'`,
).row<[now: Date]>()

/** Sets the time until the next step of a run. */
export const setRunLease = statement(
  'set-lease-of-plan-run',
  {},
  `update plan_runs set leased_until = now() + make_interval(secs => $3)
   where plan_id = $1 and period = $2`,
).effect<[planId: string, period: string, seconds: number]>()

const runValues = unnestRows<RunRow>({
  plan_id: ['text', (run) => run.plan_id],
  period: ['date', (run) => run.period],
  state: ['text', (run) => run.state],
  reason: ['text', (run) => run.reason],
  pay: ['text', (run) => run.pay],
  attempt: ['int2', (run) => run.attempt],
  declines: ['int2', (run) => run.declines],
  purchase_id: ['uuid', (run) => run.purchase_id],
  run_at: ['timestamptz', (run) => run.run_at],
  started_at: ['timestamptz', (run) => run.started_at],
  due_at: ['timestamptz', (run) => run.due_at],
})
const insertRuns = statement(
  'insert-plan-runs',
  {},
  `insert into plan_runs (${runValues.names}) select ${runValues.names} from ${runValues.rows}
   on conflict do nothing`,
)
const updateRuns = statement(
  'update-plan-runs',
  {},
  `update plan_runs r set state = given.state, reason = given.reason, attempt = given.attempt,
     declines = given.declines, purchase_id = given.purchase_id, started_at = given.started_at,
     due_at = given.due_at
   from ${runValues.rows} where r.plan_id = given.plan_id and r.period = given.period`,
)
export const newRunWrites = (runs: readonly RunRow[]): Write[] => runValues.writes(insertRuns, runs)
export const runWrites = (runs: readonly RunRow[]): Write[] => runValues.writes(updateRuns, runs)

/** Finds runs whose purchase was refunded or is disputed. */
export const findReversedRuns = statement(
  'find-reversed-plan-runs',
  { plan_id: 'text', period: 'date', is_disputed: 'bool' },
  `select r.plan_id, r.period, u.reversal = ${sqlReversal('disputed')} as is_disputed
   from plan_runs r join purchases u on u.id = r.purchase_id
   where r.state = 'bought' and u.is_planned
     and (u.reversal <> ${sqlReversal('none')} or u.refunded_kg > 0) limit $1`,
).rows<[limit: number]>()

/** Marks a bought run as reversed. Returns false if another process did. The caller has locked the plan. */
export const writeReversedRun = statement(
  'mark-reversed-plan-run',
  { plan_id: 'text' },
  `update plan_runs set state = 'reversed', reason = $3
   where plan_id = $1 and period = $2 and state = 'bought' returning plan_id`,
).found<[planId: string, period: string, reason: string], Transaction>()
