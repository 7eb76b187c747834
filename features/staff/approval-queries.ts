// Declares the SQL of requests for approval, and of the sums that their limits count.
import type { Transaction } from '#platform/database/database.ts'
import { type RowOf, statement } from '#platform/database/statement.ts'

export const approvalStates = ['waiting', 'done', 'refused', 'void'] as const
export type ApprovalState = (typeof approvalStates)[number]

/** Lifetime of a request (docs/product.md#approvals). */
export const approvalHours = 72

const approvalColumns = {
  id: 'uuid',
  action: 'text',
  input: 'jsonb',
  reason: 'text',
  figures: 'jsonb',
  requested_by: 'uuid',
  requester: 'text',
  requester_roles: 'text[]',
  requester_has_ended: 'bool',
  requested_at: 'timestamptz',
  expires_at: 'timestamptz',
  is_expired: 'bool',
  state: approvalStates,
  decider: 'text?',
  decided_at: 'timestamptz?',
  detail: 'text?',
} as const
const sqlApprovals = `select a.id, a.action, a.input, a.reason, a.figures, a.requested_by, m.name as requester,
     m.roles as requester_roles, m.ended_at is not null as requester_has_ended, a.requested_at,
     a.requested_at + interval '${approvalHours} hours' as expires_at,
     a.requested_at < now() - interval '${approvalHours} hours' as is_expired,
     a.state, d.name as decider, a.decided_at, a.detail
   from approvals a join staff m on m.id = a.requested_by left join staff d on d.id = a.decided_by`

/**
 * Returns requests, waiting ones first, then the newest, from the one after `after` on: those of one requester, of
 * the listed actions, or all.
 */
export const findApprovals = statement(
  'find-approvals',
  approvalColumns,
  `${sqlApprovals}
   where ($1::uuid is null or (a.state = 'waiting', a.id)
       < (select last.state = 'waiting', last.id from approvals last where last.id = $1
         and ($3 or last.requested_by = $4 or last.action = any ($5)))) and ($2::text is null or a.state = $2)
     and ($3 or a.requested_by = $4 or a.action = any ($5))
   order by a.state = 'waiting' desc, a.id desc limit $6`,
).rows<
  [
    after: string | null,
    state: ApprovalState | null,
    seesAll: boolean,
    requesterId: string,
    actions: readonly string[],
    max: number,
  ]
>()
export type ApprovalRow = RowOf<typeof findApprovals>

export const findApproval = statement(
  'find-approval',
  approvalColumns,
  `${sqlApprovals} where a.id = $1`,
).row<[id: string]>()

export const writeApproval = statement(
  'insert-approval',
  { id: 'uuid' },
  `insert into approvals (action, input, reason, figures, requested_by)
   values ($1, $2, $3, $4, $5) returning id`,
).row<
  [action: string, input: string, reason: string, figures: string, requestedBy: string],
  Transaction
>()

/** Ends a waiting request. Returns false if it has ended already. */
export const endApproval = statement(
  'end-approval',
  { id: 'uuid' },
  `update approvals set state = $2, decided_by = $3, decided_at = now(), detail = $4
   where id = $1 and state = 'waiting' returning id`,
).found<
  [id: string, state: ApprovalState, decidedBy: string | null, detail: string | null],
  Transaction
>()

/** Makes requests void whose time to decide is over. */
export const expireApprovals = statement(
  'expire-approvals',
  {},
  `update approvals set state = 'void', decided_at = now(), detail = 'Nobody decided in time.'
   where state = 'waiting' and requested_at < now() - interval '${approvalHours} hours'`,
).effect()

/** Makes all waiting requests void after a restore, because some may have been decided since. Returns their ids. */
export const voidApprovals = statement(
  'void-approvals',
  { id: 'uuid' },
  `update approvals set state = 'void', decided_at = now(), detail = 'The database was restored.'
   where state = 'waiting' returning id`,
).rows<[]>()

/**
 * Waits for other actions that count towards the same limits: those of one member, and those about one subject.
 * The keys must be sorted.
 */
export const lockLimits = statement(
  'lock-limits-of-approval',
  { locked: 'text' },
  `select pg_advisory_xact_lock(7276614, hashtext(key))::text as locked from unnest($1::text[]) key`,
).rows<[keys: readonly string[]], Transaction>()

/**
 * Returns what one member moved in the last 24 hours, and what the subjects got in the last 30 days, by currency
 * in minor units. `actions` are names of commands; they may be followed by options.
 */
export const sumsMoved = statement(
  'sums-moved-by-staff',
  { kind: ['member', 'subject'], currency: 'bpchar', minor: 'int8' },
  `select 'member' as kind, currency, sum(amount_minor)::int8 as minor from audit_trail
   where staff_id = $1 and at > now() - interval '24 hours' and outcome = 'done'
     and amount_minor is not null and split_part(command, ' --', 1) = any ($3)
   group by currency
   union all
   select 'subject' as kind, currency, sum(amount_minor)::int8 as minor from audit_trail
   where about && $2 and at > now() - interval '30 days' and outcome = 'done'
     and amount_minor is not null and split_part(command, ' --', 1) = any ($3)
   group by currency`,
).rows<[memberId: string, subjects: readonly string[], actions: readonly string[]]>()
