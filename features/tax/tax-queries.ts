// Declares the SQL of the task that numbers receipts and credit notes.
import { sqlState } from '#features/purchases/states/state-sql.ts'
import { kgAccounts } from '#ledger/accounts.ts'
import { postingReader } from '#ledger/read-new-postings.ts'
import { sqlValueDate } from '#ledger/value-day.ts'
import type { Transaction } from '#platform/database/database.ts'
import { type RowOf, statement } from '#platform/database/statement.ts'
import { unnestRows } from '#platform/database/unnest-rows.ts'
import type { Write } from '#platform/database/write.ts'
import type { DocumentKind, TaxDocument } from './tax-document.ts'
import { zeroReasons } from './tax-rates.ts'

/** Reads postings of money for the numbering. */
export const taxReader = postingReader('tax', 'money_postings')

/** Returns the series of new documents. */
export const readSeries = statement(
  'read-tax-series',
  { series: 'int2' },
  'select series from tax_progress',
).row<[], Transaction>()

/**
 * Returns the completed purchases that lack a receipt and whose sale was posted in a range of ids, in the order of
 * these postings. `gross_minor` is what was paid by the card and by wallets, without the
 * wallets of `discounts`. `fallback_phone` and `fallback_country` are the buyer's, for a purchase of earlier
 * versions.
 */
export const findUnnumberedSales = statement(
  'find-unnumbered-sales',
  {
    purchase_id: 'uuid',
    day: 'date',
    tax_country: 'bpchar?',
    fallback_phone: 'text?',
    fallback_country: 'bpchar?',
    currency: 'bpchar',
    gross_minor: 'int8',
  },
  `select p.id as purchase_id, (p.completed_at at time zone 'UTC')::date as day, p.tax_country,
     b.phone as fallback_phone, b.country as fallback_country,
     p.currency, paid.gross_minor
   from (select purchase_id, min(id) as posting_id from money_postings
     where id > $1 and id <= $2 and destination = 'sales'
       and (source in ('card_clearing', 'fx') or source like 'held:%')
     group by purchase_id) sold
   join purchases p on p.id = sold.purchase_id
   left join passports b on b.id = case when p.tax_country is null then p.buyer_id end
   cross join lateral (select p.card_minor + coalesce(sum(w.paid_minor), 0)::bigint as gross_minor
     from purchase_wallet_parts w
     where w.purchase_id = p.id and w.programme_id <> all($3::text[])) paid
   where p.state = ${sqlState('COMPLETED')} and not p.is_reward and paid.gross_minor > 0
     and not exists (select from tax_documents d
       where d.purchase_id = p.id and d.kind = 'receipt')
   order by sold.posting_id`,
).rows<[after: number, through: number, discounts: readonly string[]], Transaction>()

/**
 * SQL of the card money that went back to buyers, of the postings `m`: refunds that were made or are owed, and lost
 * disputes. A refund that fails, and money that a bank returns, change nothing.
 */
const sqlCardReturned = `sum(case
    when m.source in ('sales', 'goodwill') and m.destination in ('card_clearing', 'refunds_due')
      or m.source = 'chargebacks' and m.destination = 'card_clearing' then m.amount_minor
    when m.source = 'refunds_due' and m.destination in ('sales', 'goodwill') then -m.amount_minor
    else 0 end)`
/**
 * Returns the receipts of purchases of which money went back by a posting in a range of ids, in the order of these
 * postings. Each refund in part has a row of its own, in the range of its last posting. A range that ends among its
 * postings does not divide it. `returned_minor` is all of the receipt's amount, without the wallets of
 * `discounts`, that went back up to the part, or before the next one; `kg` are the kilograms of the part, or those of the
 * rest of the purchase that no earlier note has; `day` is the value date of the row's posting.
 */
export const findReturnedReceipts = statement(
  'find-returned-receipts',
  {
    purchase_id: 'uuid',
    receipt_day: 'date',
    country: 'bpchar',
    rate: 'numeric',
    zero_reason: [...zeroReasons, null],
    currency: 'bpchar',
    gross_minor: 'int8',
    tax_minor: 'int8',
    credited_gross_minor: 'int8',
    credited_tax_minor: 'int8',
    credited_card_minor: 'int8?',
    returned_minor: 'int8',
    returned_card_minor: 'int8',
    part: 'int4?',
    kg: 'int4?',
    day: 'date',
  },
  `select d.purchase_id, d.day as receipt_day, d.country, d.rate, d.zero_reason, d.currency,
     d.gross_minor, d.tax_minor, credited.gross_minor as credited_gross_minor,
     credited.tax_minor as credited_tax_minor, credited.card_minor as credited_card_minor,
     least(p.card_minor, returned.card_minor) as returned_card_minor,
     least(p.card_minor, returned.card_minor) + case when r.wallet_returned_at is not null and not whole.has_part
       then d.gross_minor - p.card_minor else parts.wallet_minor end as returned_minor,
     moved.part, coalesce(moved.part_kg, case when not whole.has_part then nullif(rest.kg, 0) end) as kg,
     (select ${sqlValueDate('l')} from money_postings l where l.id = moved.posting_id) as day
   from (select m.purchase_id, max(m.id) as posting_id, null::int8 as part_end,
       null::int4 as part, null::int4 as part_kg from money_postings m
     where m.id > $1 and m.id <= $2 and m.source in ('sales', 'goodwill', 'chargebacks')
       and m.destination not like 'tax:%' and not exists (select from refund_parts f
         where f.purchase_id = m.purchase_id and m.id > f.previous_posting_id and m.id <= f.posting_id)
     group by m.purchase_id
     union all select purchase_id, posting_id, posting_id, part, kg from refund_parts
     where posting_id > $1 and posting_id <= $2) moved
   join tax_documents d on d.purchase_id = moved.purchase_id and d.kind = 'receipt'
   join purchases p on p.id = d.purchase_id
   left join purchase_reversals r on r.purchase_id = p.id
   cross join lateral (select min(f.previous_posting_id) as previous_posting_id from refund_parts f
     where f.purchase_id = p.id and f.previous_posting_id >= moved.posting_id) next_part
   cross join lateral (select ${sqlCardReturned}::bigint as card_minor
     from money_postings m where m.purchase_id = p.id
       and m.id <= coalesce(moved.part_end, next_part.previous_posting_id, m.id)) returned
   cross join lateral (select coalesce(sum(w.paid_minor), 0)::bigint as wallet_minor
     from refund_parts f join refund_part_wallets w on w.purchase_id = f.purchase_id and w.part = f.part
     where f.purchase_id = p.id and f.posting_id <= moved.posting_id
       and w.programme_id <> all($3::text[])) parts
   cross join lateral (select exists (select from refund_parts f
       where f.purchase_id = p.id and f.posting_id >= moved.posting_id) as has_part) whole
   cross join lateral (select coalesce(sum(c.gross_minor), 0)::bigint as gross_minor,
       coalesce(sum(c.tax_minor), 0)::bigint as tax_minor,
       case when count(*) = count(c.card_minor) then coalesce(sum(c.card_minor), 0)::bigint end as card_minor,
       coalesce(sum(c.kg), 0) as kg
     from tax_documents c where c.purchase_id = p.id and c.kind = 'credit_note') credited
   cross join lateral (select greatest(0, coalesce(sum(k.quantity_kg), 0) - greatest(credited.kg,
       (select coalesce(sum(f.kg), 0) from refund_parts f where f.purchase_id = p.id)))::int4 as kg
     from kg_postings k where k.purchase_id = p.id and k.destination = '${kgAccounts.returned.name}') rest
   order by moved.posting_id`,
).rows<[after: number, through: number, discounts: readonly string[]], Transaction>()
export type ReturnedReceipt = RowOf<typeof findReturnedReceipts>

/** Returns the last sequence of a series, kind and year. Null if there is none. */
export const readLastSequence = statement(
  'find-last-tax-sequence',
  { sequence: 'int4?' },
  `select max(sequence) as sequence from tax_documents
   where series = $1 and kind = $2 and year = $3`,
).row<[series: number, kind: DocumentKind, year: number], Transaction>()

const document = unnestRows<TaxDocument>({
  series: ['int2', ({ series }) => series],
  kind: ['text', ({ kind }) => kind],
  year: ['int2', ({ year }) => year],
  sequence: ['int4', ({ sequence }) => sequence],
  purchase_id: ['uuid', ({ purchaseId }) => purchaseId],
  day: ['date', ({ day }) => day],
  country: ['text', ({ country }) => country],
  rate: ['numeric', ({ rate }) => rate],
  currency: ['text', ({ currency }) => currency],
  gross_minor: ['int8', ({ grossMinor }) => grossMinor],
  tax_minor: ['int8', ({ taxMinor }) => taxMinor],
  kg: ['int4', ({ returned }) => returned?.kg ?? null],
  part: ['int4', ({ returned }) => returned?.part ?? null],
  card_minor: ['int8', ({ returned }) => returned?.cardMinor ?? null],
  zero_reason: ['text', ({ zeroReason }) => zeroReason],
})
const insertDocuments = statement(
  'insert-tax-documents',
  {},
  `insert into tax_documents (${document.names}) select ${document.names} from ${document.rows}`,
)
export function documentWrites(documents: readonly TaxDocument[]): Write[] {
  return document.writes(insertDocuments, documents)
}
