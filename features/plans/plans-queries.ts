// Declares the SQL of monthly plans. Locks: the passport, then the plan, then its runs (plan-run-queries.ts).

import { sqlReversal } from '#features/purchases/states/state-sql.ts'
import type { Db, Transaction } from '#platform/database/database.ts'
import { sqlPeriod } from '#platform/database/period.ts'
import { type RowOf, statement } from '#platform/database/statement.ts'
import { tidying } from '#platform/database/tidy.ts'
import { unnestRows } from '#platform/database/unnest-rows.ts'
import { send, type Write } from '#platform/database/write.ts'
import { pauseReasons, runReasons } from '#values/lists/plans.ts'
import { newRunWrites, type RunRow, runColumns, runSelect, runWrites } from './plan-run-queries.ts'
import { confirmMinutes, type Plan, planStates, runStates, type Terms } from './plan-states.ts'

const planColumns = {
  id: 'text',
  passport_id: 'uuid',
  state: planStates,
  pause_reason: [...pauseReasons, null],
  amount_minor: 'int8',
  currency: 'bpchar',
  project_id: 'uuid?',
  pay: 'text',
  day: 'int2',
  next_run_at: 'timestamptz?',
  notice_pending: 'bool',
  expires_at: 'timestamptz',
  is_over: 'bool',
  now: 'timestamptz',
} as const
const planSelect = `p.id, p.passport_id, p.state, p.pause_reason, p.amount_minor, p.currency,
  p.project_id, p.pay, p.day, p.next_run_at, p.notice_pending, p.expires_at,
  p.expires_at <= now() as is_over, now()`

/** Locks a plan. Every change of the plan, and every step of its runs that may lead to a payment, takes it. */
export const lockPlan = statement(
  'lock-plan',
  planColumns,
  `select ${planSelect} from plans p where p.id = $1 for update`,
).row<[id: string], Transaction>()
export type PlanRow = RowOf<typeof lockPlan>

export const lockPlansOf = statement(
  'lock-plans-of-passport',
  planColumns,
  `select ${planSelect} from plans p where p.passport_id = $1 order by p.id for update`,
).rows<[passportId: string], Transaction>()

/** Locks active plans whose run has begun. Skips plans that another transaction has locked. */
export const lockDuePlans = statement(
  'lock-due-plans',
  planColumns,
  `select ${planSelect} from plans p where p.state = 'active' and p.next_run_at <= $1
   order by p.next_run_at, p.id limit $2 for update skip locked`,
).rows<[now: Date, limit: number], Transaction>()

const confirmed = `state in ('active', 'paused')`
/** Counts the passport's confirmed plans. The caller has locked the passport. */
export const countPlans = statement(
  'count-plans-of-passport',
  { count: 'int8' },
  `select count(*) as count from plans where passport_id = $1 and ${confirmed}`,
).row<[passportId: string], Transaction>()

export const deleteUnconfirmed = statement(
  'delete-unconfirmed-plans',
  {},
  `delete from plans where passport_id = $1 and state = 'unconfirmed'`,
).effect<[passportId: string], Transaction>()

export const deletePlansOf = statement(
  'delete-plans-of-passport',
  {},
  'delete from plans where passport_id = $1',
).effect<[passportId: string], Transaction>()

const insertPlan = statement(
  'insert-plan',
  {},
  `insert into plans (id, passport_id, state, amount_minor, currency, project_id, pay, day, expires_at)
   values ($1, $2, 'unconfirmed', $3::bigint, $4, $5, $6, $7::smallint,
     now() + make_interval(mins => ${confirmMinutes}))`,
)
export async function writeNewPlan(
  tx: Transaction,
  id: string,
  passportId: string,
  { amount_minor, currency, project_id, pay, day }: Terms,
): Promise<void> {
  await tx.run(insertPlan, [id, passportId, amount_minor, currency, project_id, pay, day])
}

type Identified = Plan & { readonly id: string }
const planValues = unnestRows<Identified>({
  id: ['text', ({ id }) => id],
  state: ['text', ({ state }) => state],
  pause_reason: ['text', ({ pause_reason }) => pause_reason],
  amount_minor: ['int8', ({ amount_minor }) => amount_minor],
  currency: ['text', ({ currency }) => currency],
  project_id: ['uuid', ({ project_id }) => project_id],
  pay: ['text', ({ pay }) => pay],
  day: ['int2', ({ day }) => day],
  next_run_at: ['timestamptz', ({ next_run_at }) => next_run_at],
  notice_pending: ['bool', ({ notice_pending }) => notice_pending],
})
const updatePlans = statement(
  'update-plans',
  {},
  `update plans p set state = given.state, pause_reason = given.pause_reason,
     amount_minor = given.amount_minor, currency = given.currency, project_id = given.project_id, pay = given.pay,
     day = given.day, next_run_at = given.next_run_at, notice_pending = given.notice_pending
   from ${planValues.rows} where p.id = given.id`,
)
/** Returns the write of changed plans. The caller has locked them. */
export const planWrites = (plans: readonly Identified[]): Write[] =>
  planValues.writes(updatePlans, plans)

/** Sends changed plans and runs of a transaction that reads them afterwards. */
export const writePlanAndRuns = (
  tx: Transaction,
  plan: Identified,
  runs: readonly RunRow[],
  newRuns: readonly RunRow[] = [],
): Promise<void> => send(tx, [...planWrites([plan]), ...runWrites(runs), ...newRunWrites(newRuns)])

/** Reads what a run depends on outside its plan. */
export const findRunOwner = statement(
  'owner-of-plan',
  {
    phone: 'text?',
    country: 'bpchar',
    currency: 'bpchar',
    is_disputed: 'bool',
    is_project_offered: 'bool',
  },
  `select o.phone, o.country, o.currency,
     exists (select from purchases where buyer_id = o.id
       and reversal = ${sqlReversal('disputed')}) as is_disputed,
     coalesce(project.unlisted_status is null, true) as is_project_offered
   from plans p join passports o on o.id = p.passport_id
   left join projects project on project.id = p.project_id
   where p.id = $1`,
).row<[planId: string]>()

/** Finds active plans whose message before the next run may be due. */
export const findPlansToAnnounce = statement(
  'find-plans-to-announce',
  { id: 'text', country: 'bpchar', next_run_at: 'timestamptz' },
  `select p.id, o.country, p.next_run_at from plans p join passports o on o.id = p.passport_id
   where p.state = 'active' and p.notice_pending and p.next_run_at > $1 and p.next_run_at <= $2
   order by p.next_run_at, p.id limit $3`,
).rows<[after: Date, until: Date, limit: number]>()

/** Reads what the text of a message about a plan depends on. */
export const findPlanMessage = statement(
  'plan-of-message',
  {
    state: planStates,
    pause_reason: [...pauseReasons, null],
    amount_minor: 'int8',
    currency: 'bpchar',
    next_run_at: 'timestamptz?',
    phone: 'text?',
    language: 'text',
  },
  `select p.state, p.pause_reason, p.amount_minor, p.currency, p.next_run_at, o.phone, o.language
   from plans p join passports o on o.id = p.passport_id where p.id = $1`,
).row<[id: string]>()
export type MessagePlan = RowOf<typeof findPlanMessage>

export const readClock = statement(
  'plan-clock',
  { now: 'timestamptz' },
  'select now() as now',
).row()

/** A run's purchase is named once it is being completed. */
const shownStates = `('paying', 'checkout', 'bought', 'reversed')`
const shownColumns = {
  ...planColumns,
  last_period: 'date?',
  last_state: [...runStates, null],
  last_reason: [...runReasons, null],
  tx_id: 'text?',
  quantity_kg: 'int4?',
  total_minor: 'int8?',
} as const
/** The last run is one whose purchase may complete, else the newest one. A run that is skipped ahead of time is not shown. */
const shownSelect = `select ${planSelect}, r.period as last_period, r.state as last_state,
     r.reason as last_reason, u.tx_id, u.quantity_kg, u.total_minor
   from plans p
   left join lateral (select * from plan_runs where plan_id = p.id
       and not (state = 'left_out' and started_at is null and run_at > now())
     order by state in ('paying', 'checkout') desc, period desc limit 1) r on true
   left join purchases u on u.id = r.purchase_id and r.state in ${shownStates}`

export const findPlan = statement('find-plan', shownColumns, `${shownSelect} where p.id = $1`).row<
  [id: string]
>()
export type ShownPlanRow = RowOf<typeof findPlan>

/** Returns a passport's plans that have not ended, oldest first, with their last run. */
export const findPlansOf = statement(
  'plans-of-passport',
  shownColumns,
  `${shownSelect} where p.passport_id = $1
     and (p.${confirmed} or (p.state = 'unconfirmed' and p.expires_at > now()))
   order by p.created_at, p.id`,
).rows<[passportId: string]>()

const runsOf = statement(
  'own-data-plan-runs',
  { ...runColumns, tx_id: 'text?', total_minor: 'int8?', currency: 'bpchar' },
  `select ${runSelect}, u.tx_id, u.total_minor, p.currency from plans p
   join plan_runs r on r.plan_id = p.id
   left join purchases u on u.id = r.purchase_id and r.state in ${shownStates}
   where p.passport_id = $1 order by r.period, p.id`,
)
export const findRunsOf = (db: Db, passportId: string) => db.run(runsOf, [passportId])

/** Maximum number of past months of a plan that its owner sees. */
const shownRunsMax = 12
/** Returns the newest runs of a passport's plans that have begun, with their purchases. */
export const findRunsOfPlans = statement(
  'shown-runs-of-plans',
  {
    plan_id: 'text',
    period: 'date',
    state: runStates,
    reason: [...runReasons, null],
    tx_id: 'text?',
    quantity_kg: 'int4?',
    total_minor: 'int8?',
  },
  `select p.id as plan_id, r.period, r.state, r.reason, u.tx_id, u.quantity_kg, u.total_minor
   from plans p
   cross join lateral (select * from plan_runs where plan_id = p.id
       and not (state = 'left_out' and started_at is null and run_at > now())
     order by period desc limit ${shownRunsMax}) r
   left join purchases u on u.id = r.purchase_id and r.state in ${shownStates}
   where p.passport_id = $1 and p.${confirmed} order by r.period desc`,
).rows<[passportId: string]>()
export type ShownRunRow = RowOf<typeof findRunsOfPlans>

/** Lists plans for the operator, those with the next run first. */
export const listAllPlans = statement(
  'list-plans',
  shownColumns,
  `${shownSelect} where p.${confirmed} and ($1::text is null or p.state = $1)
   order by p.next_run_at, p.id limit $2`,
).rows<[state: string | null, limit: number]>()

/** Pauses every active plan after a restore, because its runs since the backup are unknown. */
export const pauseAllPlans = statement(
  'pause-all-plans',
  {},
  `update plans set state = 'paused', pause_reason = 'restored' where state = 'active'`,
).effect()

/** How long a plan is kept whose confirmation did not come, after it expired. */
export const unconfirmedKept = { count: 1, unit: 'days' } as const
export const planTidying = tidying(
  'plans',
  `state = 'unconfirmed' and expires_at < now() - ${sqlPeriod(unconfirmedKept)}`,
)
