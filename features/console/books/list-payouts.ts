// Lists payouts of the card provider, and the payments of which its reports and the ledger differ.
import { sqlCardKind } from '#features/accounts/payout-queries.ts'
import type { PaymentDifference, PayoutRow } from '#features/console/books/books-calls.ts'
import {
  type ConsolePage,
  consolePageOf,
  isBadKey,
  type PageQuery,
  textKeyOf,
} from '#features/staff/console-page.ts'
import type { Db } from '#platform/database/database.ts'
import { type RowOf, statement } from '#platform/database/statement.ts'
import { decimalsOf } from '#values/money/currencies.ts'
import { minorToUnits } from '#values/money/money.ts'
import type { Problem } from '#values/problem.ts'
import { type Days, journalDays, periodOf } from './book-days.ts'

/** Number of days of a list of payouts that names none. */
const payoutDays = 92

/** A payout is a line of its own, or the lines that name it. Its posting has the cause of one of them. */
const findPage = statement(
  'console-payouts',
  {
    id: 'text',
    currency: 'text',
    moved_at: 'timestamptz',
    paid_minor: 'int8',
    lines_minor: 'int8?',
    posted_minor: 'int8',
  },
  `with named as materialized (
     select distinct coalesce(payout_id, id) as id from payout_lines
     where moved_at >= $4 and moved_at < $5 and (kind = 'payout' or payout_id is not null)),
   payouts as (
     select l.payout as id, l.currency::text as currency, max(l.moved_at) as moved_at,
       coalesce(-sum(l.gross_minor) filter (where l.kind = 'payout'),
         sum(l.gross_minor - l.fee_minor))::int8 as paid_minor,
       (sum(l.gross_minor - l.fee_minor) filter (where l.kind <> 'payout'))::int8 as lines_minor,
       array_agg(l.cause_id) as causes
     from (select named.id as payout, own.* from named join payout_lines own on own.payout_id = named.id
       union all select named.id, own.* from named
         join payout_lines own on own.id = named.id and own.payout_id is null) l
     group by 1, 2)
   select id, currency, moved_at, paid_minor, lines_minor,
     coalesce((select sum(case when m.source = 'bank' then m.amount_minor else -m.amount_minor end)
       from money_postings m where m.purchase_id = any(causes) and m.currency = payouts.currency
         and 'bank' in (m.source, m.destination)), 0)::int8 as posted_minor
   from payouts
   where (not $1::bool or paid_minor <> lines_minor)
     and ($2::text is null or (moved_at, id, currency) < (select moved_at, id, currency from payouts
       where id || ':' || currency = $2))
   order by moved_at desc, id desc, currency desc limit $3`,
)

/** Compares each payment of the period, and each kind of movement: all its lines with all its postings. */
const findDifferences = statement(
  'console-payment-differences',
  {
    id: 'text',
    tx_id: 'text?',
    kind: ['charge', 'refund', 'dispute'],
    currency: 'text',
    moved_at: 'timestamptz',
    reported_minor: 'int8',
    posted_minor: 'int8',
    is_disputed: 'bool',
  },
  `with moved as materialized (
     select distinct coalesce(payment_id, id) as id, payment_id from payout_lines
     where moved_at >= $1 and moved_at < $2 and kind in ('charge', 'refund', 'dispute')),
   reported as (
     select moved.id, l.kind, l.paid_currency::text as currency, max(l.moved_at) as moved_at,
       sum(l.paid_minor)::int8 as minor
     from moved join payout_lines l on (l.payment_id = moved.payment_id
       or (moved.payment_id is null and l.id = moved.id))
     where l.kind in ('charge', 'refund', 'dispute') group by 1, 2, 3),
   posted as (
     select moved.id, p.id as purchase_id, p.tx_id, m.currency::text as currency,
       ${sqlCardKind} as kind,
       sum(case when m.source = 'card_clearing' then m.amount_minor else -m.amount_minor end)::int8 as minor
     from moved join purchases p on p.card_payment_id = moved.payment_id
       join money_postings m on m.purchase_id = p.id and 'card_clearing' in (m.source, m.destination)
     group by 1, 2, 3, 4, 5),
   differing as (
     select id, kind, currency, coalesce(r.minor, 0) as reported_minor,
       coalesce(g.minor, 0) as posted_minor,
       coalesce(r.moved_at, (select max(other.moved_at) from reported other where other.id = r.id),
         $2::timestamptz) as moved_at
     from reported r full join posted g using (id, kind, currency)
     where coalesce(r.minor, 0) <> coalesce(g.minor, 0))
   select d.id, p.tx_id, d.kind, d.currency, d.moved_at, d.reported_minor, d.posted_minor,
     exists (select from disputes o where o.purchase_id = p.id and o.outcome = 'open') as is_disputed
   from differing d left join lateral (
     select id, tx_id from purchases where card_payment_id = d.id limit 1) p on true
   where $3::text is null or (d.id || ':' || d.kind || ':' || d.currency) < $3
   order by d.id || ':' || d.kind || ':' || d.currency desc limit $4`,
)

/** Returns a page, newest first. Problem: `bad_request` for an invalid key. */
export async function listPayouts(
  db: Db,
  query: PageQuery & Days & { readonly differing?: 'yes' | undefined },
  nowMs: number,
): Promise<ConsolePage<PayoutRow> | Problem<'bad_request'>> {
  const after = textKeyOf(query)
  if (isBadKey(after)) return after
  const { limit, differing } = query
  const { since, before } = periodOf(query, payoutDays, nowMs)
  const rows = await db.run(findPage, [differing === 'yes', after, limit + 1, since, before])
  const page = consolePageOf(rows, limit, ({ id, currency }) => `${id}:${currency}`)
  return { rows: page.rows.map(payoutOnWire), next: page.next }
}

function payoutOnWire(row: RowOf<typeof findPage>): PayoutRow {
  const { id, currency, moved_at, paid_minor, lines_minor, posted_minor } = row
  const units = (minor: number) => minorToUnits(minor, decimalsOf(currency))
  return {
    id,
    currency,
    moved_at: moved_at.toISOString(),
    paid: units(paid_minor),
    lines: lines_minor === null ? null : units(lines_minor),
    posted: units(posted_minor),
    difference:
      lines_minor === null || lines_minor === paid_minor ? null : units(paid_minor - lines_minor),
  }
}

/** Returns a page of the lines of a period. Problem: `bad_request` for an invalid key. */
export async function listDifferences(
  db: Db,
  query: PageQuery & Days,
  nowMs: number,
): Promise<ConsolePage<PaymentDifference> | Problem<'bad_request'>> {
  const after = textKeyOf(query)
  if (isBadKey(after)) return after
  const { limit } = query
  const { since, before } = periodOf(query, journalDays, nowMs)
  const rows = await db.run(findDifferences, [since, before, after, limit + 1])
  const page = consolePageOf(rows, limit, ({ id, kind, currency }) => `${id}:${kind}:${currency}`)
  return { rows: page.rows.map(differenceOnWire), next: page.next }
}

function differenceOnWire(row: RowOf<typeof findDifferences>): PaymentDifference {
  const { id, tx_id, kind, currency, moved_at, reported_minor, posted_minor } = row
  const units = (minor: number) => minorToUnits(minor, decimalsOf(currency))
  return {
    ...{ id, tx_id, kind, currency },
    moved_at: moved_at.toISOString(),
    reported: units(reported_minor),
    posted: units(posted_minor),
    cause: causeOf(row),
  }
}

/** Words the cause of a difference. */
function causeOf(row: RowOf<typeof findDifferences>): string {
  const { tx_id, kind, reported_minor, posted_minor, is_disputed } = row
  if (tx_id === null) return 'No purchase has this payment.'
  if (kind === 'dispute' && is_disputed)
    return 'The dispute is open, and its loss is not posted yet.'
  if (posted_minor === 0) return `The ledger has no such ${kind}.`
  if (reported_minor === 0) return `The reports have no such ${kind} yet.`
  return 'The sums differ.'
}
