// Declares the SQL of the card provider's reports: recorded lines, and the ledger's amounts of the
// same payments.
import type { Db, Transaction } from '#platform/database/database.ts'
import { statement } from '#platform/database/statement.ts'
import { unnestRows } from '#platform/database/unnest-rows.ts'
import { lineKinds, type ReportLine } from '#providers/cards/stripe-report.ts'

/** Id of the advisory lock. All versions of the product must use the same number. */
const reportsLock = 7_276_614_039
/** Serializes the recording of reports, so that each reads the lines of the previous one. */
export const lockPayoutReports = statement(
  'lock-payout-reports',
  { locked: 'bool' },
  `select true as locked from (select pg_advisory_xact_lock(${reportsLock})) one`,
).effect<[], Transaction>()

const line = unnestRows<ReportLine>({
  id: ['text', ({ id }) => id],
  kind: ['text', ({ kind }) => kind],
  category: ['text', ({ category }) => category],
  moved_at: ['timestamptz', ({ movedAt }) => movedAt],
  currency: ['text', ({ currency }) => currency],
  gross_minor: ['int8', ({ grossMinor }) => grossMinor],
  fee_minor: ['int8', ({ feeMinor }) => feeMinor],
  paid_currency: ['text', ({ paidCurrency }) => paidCurrency],
  paid_minor: ['int8', ({ paidMinor }) => paidMinor],
  payment_id: ['text', ({ paymentId }) => paymentId],
  payout_id: ['text', ({ payoutId }) => payoutId],
})
const insertLines = statement(
  'insert-payout-lines',
  { id: 'text' },
  `insert into payout_lines (${line.names}) select ${line.names} from ${line.rows}
   on conflict (id) do nothing returning id`,
)

export const findPayoutLines = statement(
  'find-payout-lines',
  {
    id: 'text',
    cause_id: 'uuid',
    kind: lineKinds,
    category: 'text',
    currency: 'bpchar',
    gross_minor: 'int8',
    fee_minor: 'int8',
    payout_id: 'text?',
  },
  `select id, cause_id, kind, category, currency, gross_minor, fee_minor, payout_id
   from payout_lines where id = any($1::text[])`,
).rows<[ids: readonly string[]], Transaction>()

/** Returns the currencies of all recorded lines. */
export const findReportedCurrencies = statement(
  'find-reported-currencies',
  { currency: 'bpchar' },
  'select currency from payout_lines union select paid_currency from payout_lines',
).rows<[], Transaction>()

/** A recorded line whose payout a later report contains. */
type LearnedPayout = Pick<ReportLine, 'id' | 'payoutId'>
const learned = unnestRows<LearnedPayout>({
  id: ['text', ({ id }) => id],
  payout_id: ['text', ({ payoutId }) => payoutId],
})
const learnPayouts = statement(
  'learn-payouts',
  {},
  `update payout_lines l set payout_id = given.payout_id
   from ${learned.rows}
   where l.id = given.id and l.payout_id is null`,
)

/**
 * Selects the payouts. `paid_minor` is the amount of the payout's own line or, without one, the sum of the
 * lines that it pays out. `paid_on` is the day of that line in UTC or, without one, of the last line.
 * `posted_minor` is the amount in the ledger.
 */
export const payoutSums = `select coalesce(l.payout_id, l.id) as payout_id,
     l.currency::text as currency,
     case when bool_or(l.kind = 'payout')
       then sum(case when l.kind = 'payout' then -l.gross_minor else 0 end)
       else sum(l.gross_minor - l.fee_minor) end::bigint as paid_minor,
     sum(case when l.kind = 'payout' then 0 else l.gross_minor - l.fee_minor end)::bigint
       as lines_minor,
     (coalesce(max(l.moved_at) filter (where l.kind = 'payout'), max(l.moved_at))
       at time zone 'UTC')::date as paid_on,
     bool_or(l.kind = 'payout') as is_told, bool_or(l.kind <> 'payout') as has_lines,
     sum(m.amount)::bigint as posted_minor,
     (array_agg(l.cause_id order by l.kind = 'payout' desc, l.id))[1] as cause_id
   from payout_lines l cross join lateral (
     select coalesce(sum(case when source = 'bank' then amount_minor else -amount_minor end), 0)
       as amount from money_postings
     where purchase_id = l.cause_id and 'bank' in (source, destination)) m
   where l.kind = 'payout' or l.payout_id is not null
   group by 1, 2`
export const findPayoutSums = statement(
  'find-payouts',
  {
    payout_id: 'text',
    currency: 'text',
    paid_minor: 'int8',
    lines_minor: 'int8',
    paid_on: 'date',
    is_told: 'bool',
    has_lines: 'bool',
    posted_minor: 'int8',
    cause_id: 'uuid',
  },
  `select * from (${payoutSums}) payouts where payout_id = any($1::text[])
   order by payout_id, currency`,
).rows<[payoutIds: readonly string[]], Transaction>()

/**
 * SQL of the kind of line that reports have for a posting `m` of a purchase's card money. A purchase is charged once:
 * its first posting from `card_clearing` is the charge. Later ones are refunds that failed, and disputes that a bank
 * gave back.
 */
export const sqlCardKind = `case
     when 'chargebacks' in (m.source, m.destination) then 'dispute'
     when m.source = 'card_clearing' and m.id = (select min(c.id) from money_postings c
       where c.purchase_id = m.purchase_id and c.source = 'card_clearing') then 'charge'
     else 'refund' end`

/**
 * Returns the amounts that differ between ledger and reports, by purchase, kind and currency: of these
 * payments, and of all payments whose money moved in the period. Positive amounts increase the product's
 * balance at the provider.
 */
export const findPaymentDifferences = statement(
  'find-payout-differences',
  {
    tx_id: 'text',
    payment_id: 'text',
    kind: lineKinds,
    currency: 'text',
    ledger_minor: 'int8',
    reported_minor: 'int8',
    is_disputed: 'bool',
  },
  `with sought as (
     select id, tx_id, card_payment_id from purchases where card_payment_id = any($1::text[])
     union
     select p.id, p.tx_id, p.card_payment_id from money_postings m
     join purchases p on p.id = m.purchase_id and p.card_payment_id is not null
     where m.created_at between $2 and $3 and 'card_clearing' in (m.source, m.destination)
   ), posted as (
     select s.id, m.currency::text as currency, ${sqlCardKind} as kind,
       sum(case when m.source = 'card_clearing' then m.amount_minor else -m.amount_minor end)
         as amount
     from sought s join money_postings m on m.purchase_id = s.id
       and 'card_clearing' in (m.source, m.destination) group by 1, 2, 3
   ), reported as (
     select s.id, l.paid_currency::text as currency, l.kind, sum(l.paid_minor) as amount
     from sought s join payout_lines l on l.payment_id = s.card_payment_id
     where l.kind in ('charge', 'refund', 'dispute') group by 1, 2, 3
   )
   select s.tx_id, s.card_payment_id as payment_id, kind, currency,
     coalesce(g.amount, 0)::bigint as ledger_minor, coalesce(r.amount, 0)::bigint as reported_minor,
     exists (select from card_disputes d where d.purchase_id = s.id and d.outcome = 'open')
       as is_disputed
   from posted g full join reported r using (id, currency, kind) join sought s using (id)
   where coalesce(g.amount, 0) <> coalesce(r.amount, 0)
   order by s.tx_id, kind, currency`,
).rows<[paymentIds: readonly string[], from: Date, to: Date]>()

const findUnknownPayments = statement(
  'find-unknown-payments',
  { id: 'text' },
  `select l.id from payout_lines l where l.id = any($1::text[])
     and l.kind in ('charge', 'refund', 'dispute')
     and not exists (select from purchases p where p.card_payment_id = l.payment_id)`,
)

/** Inserts the lines that are not recorded yet. Returns their ids. */
export async function writeLines(
  tx: Transaction,
  lines: readonly ReportLine[],
): Promise<Set<string>> {
  const rows = await tx.run(insertLines, line.values(lines))
  return new Set(rows.map(({ id }) => id))
}

/** Sets the payout of recorded lines that have none. */
export async function writeLearnedPayouts(
  tx: Transaction,
  lines: readonly ReportLine[],
): Promise<void> {
  await tx.run(learnPayouts, learned.values(lines))
}

/** Returns the ids of those charges, refunds and disputes whose payment belongs to no purchase. */
export async function findLinesOfUnknownPayments(
  db: Db,
  ids: readonly string[],
): Promise<Set<string>> {
  const rows = await db.run(findUnknownPayments, [ids])
  return new Set(rows.map(({ id }) => id))
}
