// Declares the SQL that reads a statement's entries from the ledger's postings, so that the kilograms of a
// year add up.
import { sqlShownName } from '#features/catalogue/show-projects.ts'
import { sqlInForce, sqlState } from '#features/purchases/states/state-sql.ts'
import { kgAccounts, moneyAccounts } from '#ledger/accounts.ts'
import type { Transaction } from '#platform/database/database.ts'
import { type RowOf, statement } from '#platform/database/statement.ts'
import { discountProgrammes } from '#values/lists/own-programmes.ts'
import { refundsProgramme } from '#values/lists/refunds-programme.ts'
import type { EntryKind } from './receipt-services.ts'

const entryKinds = [
  'bought',
  'reward',
  'received',
  'returned',
  'given',
  'paid_back',
  'retired',
] as const satisfies readonly EntryKind[]

const { cardClearing, sales, refundsDue, bank, programme } = moneyAccounts
const refundsAccount = programme(refundsProgramme.id).name
/** SQL condition of a posting `b` by which a buyer got card money back. */
const isPaidBack = `(b.destination = '${cardClearing.name}' or b.source = '${refundsDue.name}'
       and b.destination in ('${bank.name}', '${refundsAccount}'))`
/** SQL condition of a posting `b` of a refund that failed, or of a lost dispute that was won later. */
const isTakenAgain = `(b.source = '${cardClearing.name}' and b.destination <> '${sales.name}')`
/** SQL of the way of a posting `b` that `isPaidBack`: the card, a wallet's programme, or another payment. */
const way = `case when b.destination = '${bank.name}' then 'other'
       when b.destination = '${refundsAccount}' then '${refundsProgramme.id}' else 'card' end`

const sqlDiscounts = `(${discountProgrammes.map((id) => `'${id}'`).join(', ')})`
/** SQL of what the buyer paid for the purchase `p`, without discounts. */
const paidMinor = `(p.total_minor - coalesce((select sum(w.paid_minor) from purchase_wallet_parts w
       where w.purchase_id = p.id and w.programme_id in ${sqlDiscounts}), 0))::bigint`
const utcDay = (moment: string) => `(${moment} at time zone 'UTC')::date`

/**
 * SQL of all entries of a passport: `$1` is its id, `$2` its kilogram account. A replacement is not an
 * entry, because its postings add up to 0. Refunds that failed are entries with a negative amount, and
 * gifts that were taken back are entries of the giver with negative kilograms.
 *
 * An entry of money that went back has all ways of a refund on a day. `part` is the refund in part, or null. `round`
 * counts the failures before, so that a refund that is tried again is an entry of its own. Discounts are no money.
 */
const entries = `mine as (
     select * from purchases where buyer_id = $1 and state = ${sqlState('COMPLETED')}
     union
     select * from purchases where holder_id = $1 and state = ${sqlState('COMPLETED')}
   ), moved as (
     select p.id, k.created_at as at,
       sum(case when k.destination = $2 then k.quantity_kg else -k.quantity_kg end)::bigint as kg
     from mine p join kg_postings k on k.purchase_id = p.id
     where $2 in (k.source, k.destination) group by p.id, k.created_at
   ), back as (
     select p.id, b.created_at as at, case when b.created_at < coalesce(r.wallet_returned_at, 'infinity')
         then (select max(f.part) from refund_parts f where f.purchase_id = p.id and f.posting_id < b.id)
       end as part, ${way} as way,
       case when ${isPaidBack} then b.amount_minor else -b.amount_minor end as amount_minor
     from mine p join money_postings b on b.purchase_id = p.id
     left join purchase_reversals r on r.purchase_id = p.id
     where p.buyer_id = $1 and (${isPaidBack} or ${isTakenAgain})
     union all
     select p.id, r.wallet_returned_at, null, w.programme_id,
       w.paid_minor - coalesce((select sum(f.paid_minor) from refund_part_wallets f
         where f.purchase_id = p.id and f.programme_id = w.programme_id
           and f.wallet_currency = w.wallet_currency), 0)::bigint
     from mine p join purchase_reversals r on r.purchase_id = p.id
     join purchase_wallet_parts w on w.purchase_id = p.id and w.programme_id not in ${sqlDiscounts}
     where p.buyer_id = $1 and r.wallet_returned_at is not null
     union all
     select p.id, f.created_at, f.part, w.programme_id, w.paid_minor
     from mine p join refund_parts f on f.purchase_id = p.id
     join refund_part_wallets w on w.purchase_id = f.purchase_id and w.part = f.part
       and w.programme_id not in ${sqlDiscounts}
     where p.buyer_id = $1
   ), ways as (
     select b.id, b.part, b.way, min(b.at) as at, sum(b.amount_minor)::bigint as amount_minor,
       ${utcDay('b.at')} as day, b.round
     from (select *, count(*) filter (where amount_minor < 0) over (partition by id, part
         order by at, amount_minor) as round from back where amount_minor <> 0) b
     group by b.id, b.part, b.way, ${utcDay('b.at')}, b.round, sign(b.amount_minor)
   ), entries as (
     select case when m.kg < 0 then 'returned' when p.is_reward then 'reward'
         when p.buyer_id = $1 then 'bought' else 'received' end as kind,
       m.at, p.id, (select f.part from refund_parts f
         where m.kg < 0 and f.purchase_id = p.id and f.created_at = m.at) as part,
       abs(m.kg) as kg, case when m.kg > 0 and p.buyer_id = $1 then ${paidMinor} else 0 end as amount_minor,
       null::text[] as ways, null::text[] as way_amounts
     from moved m join mine p on p.id = m.id where m.kg <> 0
     union all
     select 'given', p.completed_at, p.id, null, p.quantity_kg, ${paidMinor}, null, null
     from mine p where p.buyer_id = $1 and p.holder_id is distinct from $1
     union all
     select 'given', k.created_at, p.id, (select f.part from refund_parts f
         where f.purchase_id = p.id and f.created_at = k.created_at),
       -sum(k.quantity_kg)::bigint, 0, null, null
     from mine p join kg_postings k on k.purchase_id = p.id
     where p.buyer_id = $1 and p.holder_id is distinct from $1
       and k.destination = '${kgAccounts.returned.name}'
     group by p.id, k.created_at
     union all
     select 'paid_back', min(w.at), w.id, w.part, 0, sum(w.amount_minor)::bigint,
       array_agg(w.way order by w.way), array_agg(w.amount_minor::text order by w.way)
     from ways w group by w.id, w.part, w.day, w.round, sign(w.amount_minor)
     union all
     select 'retired', r.retired_on::timestamp at time zone 'UTC', p.id, null,
       least(r.last_place, h.first_place + h.kg - 1) - greatest(r.first_place, h.first_place) + 1, 0,
       null, null
     from mine p join present_places h on h.purchase_id = p.id
     join retired_places r on r.batch_id = h.batch_id
       and r.first_place < h.first_place + h.kg and r.last_place >= h.first_place
     where p.holder_id = $1 and ${sqlInForce('p')}
   )`

const sumsOf = statement(
  'statement-sums',
  {
    kind: entryKinds,
    currency: 'bpchar',
    before_kg: 'int8',
    kg: 'int8',
    amount_minor: 'int8',
    entries: 'int8',
  },
  `with ${entries}
   select e.kind, p.currency, coalesce(sum(e.kg) filter (where e.at < $3), 0)::bigint as before_kg,
     coalesce(sum(e.kg) filter (where e.at >= $3), 0)::bigint as kg,
     coalesce(sum(e.amount_minor) filter (where e.at >= $3), 0)::bigint as amount_minor,
     count(*) filter (where e.at >= $3) as entries
   from entries e join mine p on p.id = e.id
   where e.at < $4 group by e.kind, p.currency order by e.kind, p.currency`,
)
/**
 * The documents of an entry are the buyer's receipt, or the credit notes of what went back: of kilograms, the note that has
 * them; of money, the note with its amount, or all notes of the nearest day. Each is kind, series, year and sequence.
 */
const entriesOf = statement(
  'statement-entries',
  {
    kind: entryKinds,
    day: 'date',
    tx_id: 'text',
    project: 'text',
    project_number: 'text',
    kg: 'int8',
    currency: 'bpchar',
    amount_minor: 'int8',
    ways: 'text[]?',
    way_amounts: 'text[]?',
    documents: 'text[]?',
  },
  `with ${entries}, page as (
     select e.*, ${utcDay('e.at')} as day from entries e where e.at >= $3 and e.at < $4
     order by e.at, e.kind, e.id limit $5)
   select e.kind, e.day, p.tx_id, ${sqlShownName('j')} as project, j.external_id as project_number,
     e.kg, p.currency, e.amount_minor, e.ways, e.way_amounts,
     d.documents
   from page e join purchases p on p.id = e.id join projects j on j.id = p.project_id
   left join lateral (
     select array_agg(concat_ws(' ', f.kind, f.series, f.year, f.sequence)
       order by f.year, f.series, f.sequence) as documents
     from (select c.kind, c.series, c.year, c.sequence, rank() over (
         order by case when c.gross_minor = e.amount_minor then 0 else 1 end, abs(c.day - e.day),
           case when c.gross_minor = e.amount_minor then c.sequence end) as place
       from tax_documents c where c.purchase_id = p.id
         and case c.kind when 'receipt' then e.kind in ('bought', 'given') and e.kg > 0
           else c.part is not distinct from e.part
             and (e.kind = 'paid_back' and e.amount_minor > 0
               or (e.kind = 'returned' or e.kind = 'given' and e.kg < 0) and c.kg is not null) end) f
     where f.place = 1) d on p.buyer_id = $1
   order by e.at, e.kind, project, p.tx_id, e.amount_minor`,
)
/** Returns the refunds that did not reach the buyer before a moment: on their way, failed, or owed. */
export const findOwed = statement(
  'find-statement-owed',
  { currency: 'bpchar', owed_minor: 'int8' },
  `select p.currency, sum(case when m.destination = '${refundsDue.name}' then m.amount_minor
       else -m.amount_minor end)::bigint as owed_minor
   from purchases p join money_postings m on m.purchase_id = p.id
   where p.buyer_id = $1 and p.state = ${sqlState('COMPLETED')} and m.created_at < $2
     and '${refundsDue.name}' in (m.source, m.destination)
   group by p.currency`,
).rows<[passportId: string, to: Date], Transaction>()
/** Returns who a statement is about. */
export const findHolder = statement(
  'find-statement-holder',
  { first_name: 'text?', last_name: 'text?', holder_name: 'text?' },
  'select first_name, last_name, holder_name from passports where id = $1',
).row<[passportId: string], Transaction>()
/** Returns the names of programmes. */
export const findProgrammeNames = statement(
  'find-statement-programmes',
  { id: 'text', name: 'text' },
  'select id, name from programmes where id = any($1::text[])',
).rows<[ids: readonly string[]], Transaction>()

export type StatementSum = RowOf<typeof sumsOf>
export type StatementOwed = Awaited<ReturnType<typeof findOwed>>
export type StatementEntry = RowOf<typeof entriesOf>

/** Returns the sums of the entries before `to`, and the first `entriesMax` entries from `from` to `to`. */
export async function findStatement(
  tx: Transaction,
  passportId: string,
  { from, to, entriesMax }: { readonly from: Date; readonly to: Date; readonly entriesMax: number },
): Promise<{
  readonly sums: readonly StatementSum[]
  readonly entries: readonly StatementEntry[]
}> {
  const holderAccount = kgAccounts.holder(passportId).name
  const shared = [passportId, holderAccount, from, to]
  return {
    sums: await tx.run(sumsOf, shared),
    entries: await tx.run(entriesOf, [...shared, entriesMax]),
  }
}
