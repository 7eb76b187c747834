// Declares the SQL of disputes, early fraud warnings, and the card provider's ids of charges and refunds.

import { sqlReversal } from '#features/purchases/states/state-sql.ts'
import type { Db, Transaction } from '#platform/database/database.ts'
import { type RowOf, statement } from '#platform/database/statement.ts'
import { unnestRows } from '#platform/database/unnest-rows.ts'
import type { DisputeReport, FraudWarning, PaymentReport } from '#providers/cards/card-provider.ts'
import { warningHoldDays } from './warning-hold.ts'

const disputeOutcomes = ['open', 'won', 'lost', 'closed'] as const

const dispute = unnestRows<DisputeReport>({
  id: ['text', ({ id }) => id],
  status: ['text', ({ status }) => status],
  outcome: ['text', ({ outcome }) => outcome],
  reason: ['text', ({ reason }) => reason],
  amount_minor: ['int8', ({ amountMinor }) => amountMinor],
  currency: ['text', ({ currency }) => currency],
  opened_at: ['timestamptz', ({ openedAt }) => openedAt],
  due_at: ['timestamptz', ({ dueAt }) => dueAt],
})
/**
 * Ignores a report that is older than the stored one. `closed_at` is the time of the first report in
 * which the dispute was not open.
 */
const upsertDisputes = statement(
  'write-disputes',
  {
    id: 'text',
    status: 'text',
    outcome: disputeOutcomes,
    due_at: 'timestamptz?',
    is_new: 'bool',
    is_changed: 'bool',
  },
  `insert into disputes (${dispute.names}, purchase_id, closed_at, read_at)
   select ${dispute.names}, $9, case when outcome <> 'open' then $10::timestamptz end, $10
   from ${dispute.rows} order by id
   on conflict (id) do update set status = excluded.status, outcome = excluded.outcome,
     reason = excluded.reason, amount_minor = excluded.amount_minor, due_at = excluded.due_at,
     closed_at = case when excluded.outcome <> 'open'
       then coalesce(disputes.closed_at, excluded.closed_at) end,
     read_at = excluded.read_at
     where disputes.read_at <= excluded.read_at
   returning new.id, new.status, new.outcome, new.due_at, old.id is null as is_new,
     (old.status, old.due_at, old.amount_minor, old.reason)
       is distinct from (new.status, new.due_at, new.amount_minor, new.reason) as is_changed`,
)
const warning = unnestRows<FraudWarning>({
  id: ['text', ({ id }) => id],
  kind: ['text', ({ kind }) => kind],
  warned_at: ['timestamptz', ({ warnedAt }) => warnedAt],
})
const insertWarnings = statement(
  'write-fraud-warnings',
  { id: 'text', kind: 'text' },
  `insert into fraud_warnings (${warning.names}, purchase_id)
   select ${warning.names}, $4 from ${warning.rows} order by id
   on conflict (id) do nothing returning id, kind`,
)
type CardReference = { readonly id: string; readonly kind: 'charge' | 'refund' }

const reference = unnestRows<CardReference>({
  id: ['text', ({ id }) => id],
  kind: ['text', ({ kind }) => kind],
})
const insertReferences = statement(
  'write-card-references',
  {},
  `insert into card_references (${reference.names}, purchase_id)
   select ${reference.names}, $3 from ${reference.rows} order by id on conflict (id) do nothing`,
)
const disputesOf = statement(
  'disputes-of-purchase',
  {
    id: 'text',
    status: 'text',
    outcome: disputeOutcomes,
    reason: 'text?',
    amount_minor: 'int8',
    currency: 'bpchar',
    opened_at: 'timestamptz',
    due_at: 'timestamptz?',
    closed_at: 'timestamptz?',
  },
  `select id, status, outcome, reason, amount_minor, currency, opened_at, due_at, closed_at
   from disputes where purchase_id = $1 order by opened_at, id`,
)
const warningsOf = statement(
  'fraud-warnings-of-purchase',
  { id: 'text', kind: 'text', warned_at: 'timestamptz' },
  'select id, kind, warned_at from fraud_warnings where purchase_id = $1 order by warned_at, id',
)
const referencesOf = statement(
  'card-references-of-purchase',
  { id: 'text', kind: ['charge', 'refund'] },
  'select id, kind from card_references where purchase_id = $1 order by kind, created_at, id',
)
/** All processes use the database's clock, so that the times of their reports can be compared. */
const readMoment = statement(
  'moment-of-report',
  { at: 'timestamptz' },
  'select clock_timestamp() as at',
)
const countOpen = statement(
  'count-open-disputes',
  { status: 'text', count: 'int8' },
  `select status, count(*) as count from disputes where outcome = 'open' group by status`,
)
const nearestDeadline = statement(
  'nearest-dispute-deadline',
  { minutes: 'int8?' },
  `select (extract(epoch from min(due_at) - now()) / 60)::int8 as minutes
   from disputes where outcome = 'open'`,
)
const countWarnings = statement(
  'count-fraud-warnings',
  { count: 'int8' },
  `select count(*) as count from fraud_warnings f join purchases p on p.id = f.purchase_id
   where f.warned_at > now() - make_interval(days => ${warningHoldDays}) and p.reversal = ${sqlReversal('none')}`,
)

export type WrittenDispute = RowOf<typeof upsertDisputes>

/** Returns the time of the database's clock. Call it before a report is requested, as its `readAt`. */
export async function readDatabaseTime(db: Db): Promise<Date> {
  const [row] = await db.run(readMoment)
  if (row === undefined) throw new Error('a clock answers nothing')
  return row.at
}

/**
 * Stores a report that was requested at `readAt`. Returns new and changed disputes, and new warnings.
 */
export async function writeReport(
  tx: Transaction,
  purchaseId: string,
  report: PaymentReport,
  readAt: Date,
) {
  const { chargeIds, refundIds, disputes, fraudWarnings } = report
  const references: CardReference[] = [
    ...chargeIds.map((id) => ({ id, kind: 'charge' as const })),
    ...refundIds.map((id) => ({ id, kind: 'refund' as const })),
  ]
  await tx.run(insertReferences, [...reference.values(references), purchaseId])
  const writtenDisputes = await tx.run(upsertDisputes, [
    ...dispute.values(disputes),
    purchaseId,
    readAt,
  ])
  const warnings = await tx.run(insertWarnings, [...warning.values(fraudWarnings), purchaseId])
  return { disputes: writtenDisputes.filter((each) => each.is_new || each.is_changed), warnings }
}

/** Returns all disputes, warnings and ids that the provider reported for a purchase, oldest first. */
export async function findReported(db: Db, purchaseId: string) {
  const [disputes, fraudWarnings, references] = await Promise.all([
    db.run(disputesOf, [purchaseId]),
    db.run(warningsOf, [purchaseId]),
    db.run(referencesOf, [purchaseId]),
  ])
  return { disputes, fraudWarnings, references }
}

/**
 * Counts open disputes by the provider's status, and warnings that still delay a retirement. Also returns
 * the minutes to the nearest deadline, or null if there is none.
 */
export async function countDisputes(db: Db) {
  const [counts, [nearest], [warnings]] = await Promise.all([
    db.run(countOpen),
    db.run(nearestDeadline),
    db.run(countWarnings),
  ])
  const minutesLeft = nearest?.minutes ?? null
  return { counts, minutesLeft, warnings: warnings?.count ?? 0 }
}
