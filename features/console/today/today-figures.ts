// Declares the SQL of the figures of the day. Each reads an index or a small table, and not all purchases.

import { sqlHangs } from '#features/console/desk/list-cases.ts'
import { warningHoldDays } from '#features/purchases/disputes/warning-hold.ts'
import { openStates } from '#features/purchases/states/state.ts'
import { sqlReversal, sqlState, sqlStates } from '#features/purchases/states/state-sql.ts'
import { approvalHours } from '#features/staff/approval-queries.ts'
import { statement } from '#platform/database/statement.ts'

/**
 * Sums paid purchases by the day of their completion, in UTC. `$1` is an id from some days earlier, because a
 * purchase whose charge hangs completes later.
 */
export const sumSales = statement(
  'console-sales-by-day',
  { day: 'date', currency: 'bpchar', purchases: 'int8', kilograms: 'int8', total_minor: 'int8' },
  `select (p.completed_at at time zone 'UTC')::date as day, p.currency, count(*) as purchases,
     sum(p.quantity_kg)::int8 as kilograms, sum(p.total_minor)::int8 as total_minor
   from purchases p
   where p.id >= $1::uuid and p.state = ${sqlState('COMPLETED')} and not p.is_reward
     and p.completed_at >= $2
   group by 1, 2 order by 1, 2`,
).rows<[firstId: string, since: Date]>()

export const countSignUps = statement(
  'console-sign-ups-by-day',
  { day: 'date', sign_ups: 'int8' },
  `select (created_at at time zone 'UTC')::date as day, count(*) as sign_ups from passports
   where created_at >= $1 group by 1 order by 1`,
).rows<[since: Date]>()

/** Returns the sent and typed codes of all ranges of numbers since the last check of each range. */
export const sumCodes = statement(
  'console-codes',
  { sends: 'int8', conversions: 'int8' },
  `select coalesce(sum(sends), 0)::int8 as sends, coalesce(sum(conversions), 0)::int8 as conversions
   from code_prefixes`,
).row()

export const countOpenPurchases = statement(
  'console-open-purchases',
  { under_10_minutes: 'int8', under_1_hour: 'int8', older: 'int8' },
  `select count(*) filter (where created_at > now() - interval '10 minutes') as under_10_minutes,
     count(*) filter (where created_at <= now() - interval '10 minutes'
       and created_at > now() - interval '1 hour') as under_1_hour,
     count(*) filter (where created_at <= now() - interval '1 hour') as older
   from purchases where state in ${sqlStates(openStates)}`,
).row()

export const countRefunds = statement(
  'console-refunds',
  { under_way: 'int8', pending: 'int8', failed: 'int8', reinstated: 'int8' },
  `select (select count(*) from purchases where reversal = ${sqlReversal('refunding')}) as under_way,
     (select count(*) from purchases p join purchase_reversals r on r.purchase_id = p.id
       where p.reversal = ${sqlReversal('refunding')} and ${sqlHangs('r')}) as pending,
     (select count(*) from purchases where reversal = ${sqlReversal('refund_failed')})
       + (select count(*) from purchase_reversals where is_part_failed) as failed,
     (select count(*) from purchases where reversal = ${sqlReversal('reinstated')}) as reinstated`,
).row()

/** Counts open disputes, and fraud warnings that still delay a retirement. */
export const countDisputes = statement(
  'console-dispute-figures',
  { open: 'int8', next_due_at: 'timestamptz?', warnings: 'int8' },
  `select (select count(*) from disputes where outcome = 'open') as open,
     (select min(due_at) from disputes where outcome = 'open') as next_due_at,
     (select count(*) from fraud_warnings f join purchases p on p.id = f.purchase_id
       where f.warned_at > now() - make_interval(days => ${warningHoldDays})
         and p.reversal = ${sqlReversal('none')}) as warnings`,
).row()

/** Returns the kilograms for sale, and the number of featured projects without any. */
export const readStock = statement(
  'console-stock',
  { available_kg: 'int8', sold_out: 'int8' },
  `with stock as materialized (
     select b.project_id, sum(s.available_kg) as kg from batches b
     join batch_stock s on s.batch_id = b.id join projects p on p.id = b.project_id
     where b.offer = 'offered' and p.unlisted_status is null group by b.project_id)
   select coalesce((select sum(kg) from stock), 0)::int8 as available_kg,
     (select count(distinct f.project_id) from featured_projects f
       where coalesce((select kg from stock where project_id = f.project_id), 0) = 0) as sold_out`,
).row()

export const countDeadMessages = statement(
  'console-dead-messages',
  { count: 'int8' },
  `select count(*) as count from outbox where state = 'dead'`,
).row()

export const findLastRuns = statement(
  'console-last-runs',
  { task: 'text', ended_at: 'timestamptz', ok: 'bool', succeeded_at: 'timestamptz?' },
  'select task, ended_at, ok, succeeded_at from last_runs',
).rows()

/** Counts waiting requests of one requester, of the listed actions, or all. */
export const countApprovals = statement(
  'console-waiting-approvals',
  { count: 'int8', oldest_at: 'timestamptz?' },
  `select count(*) as count, min(requested_at) as oldest_at from approvals
   where state = 'waiting' and requested_at > now() - interval '${approvalHours} hours'
     and ($1 or requested_by = $2 or action = any ($3))`,
).row<[seesAll: boolean, requesterId: string, actions: readonly string[]]>()
