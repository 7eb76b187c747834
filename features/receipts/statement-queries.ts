// Declares the SQL that reads a statement's entries from the ledger's postings, so that the kilograms of a
// year add up.
import { sqlShownName } from '#features/catalogue/show-projects.ts'
import { sqlInForce, sqlState } from '#features/purchases/states/state-sql.ts'
import { kgAccounts, moneyAccounts } from '#ledger/accounts.ts'
import type { Transaction } from '#platform/database/database.ts'
import { type RowOf, statement } from '#platform/database/statement.ts'
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
/** SQL condition of a posting `b` by which a buyer got card money back. */
const isPaidBack = `(b.destination = '${cardClearing.name}' or b.source = '${refundsDue.name}'
       and b.destination in ('${bank.name}', '${programme(refundsProgramme.id).name}'))`
/** SQL condition of a posting `b` of a refund that failed, or of a lost dispute that was won later. */
const isTakenAgain = `(b.source = '${cardClearing.name}' and b.destination <> '${sales.name}')`

/**
 * SQL of all entries of a passport: `$1` is its id, `$2` its kilogram account. A replacement is not an
 * entry, because its postings add up to 0. Refunds that failed are entries with a negative amount, and
 * gifts that were taken back are entries of the giver with negative kilograms.
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
   ), entries as (
     select case when m.kg < 0 then 'returned' when p.is_reward then 'reward'
         when p.buyer_id = $1 then 'bought' else 'received' end as kind,
       m.at, p.project_id, abs(m.kg) as kg, p.currency,
       case when m.kg > 0 and p.buyer_id = $1 then p.total_minor else 0 end as amount_minor
     from moved m join mine p on p.id = m.id where m.kg <> 0
     union all
     select 'given', p.completed_at, p.project_id, p.quantity_kg, p.currency, p.total_minor
     from mine p where p.buyer_id = $1 and p.holder_id is distinct from $1
     union all
     select 'given', k.created_at, p.project_id, -sum(k.quantity_kg)::bigint, p.currency, 0
     from mine p join kg_postings k on k.purchase_id = p.id
     where p.buyer_id = $1 and p.holder_id is distinct from $1
       and k.destination = '${kgAccounts.returned.name}'
     group by p.id, k.created_at, p.project_id, p.currency
     union all
     select 'paid_back', b.created_at, p.project_id, 0, p.currency,
       case when ${isPaidBack} then b.amount_minor else -b.amount_minor end
     from mine p join money_postings b on b.purchase_id = p.id
     where p.buyer_id = $1 and (${isPaidBack} or ${isTakenAgain})
     union all
     select 'paid_back', r.wallet_returned_at, p.project_id, 0, p.currency,
       w.paid_minor - coalesce((select sum(f.paid_minor) from refund_part_wallets f
         where f.purchase_id = p.id and f.programme_id = w.programme_id
           and f.wallet_currency = w.wallet_currency), 0)::bigint
     from mine p join purchase_reversals r on r.purchase_id = p.id
     join purchase_wallet_parts w on w.purchase_id = p.id
     where p.buyer_id = $1 and r.wallet_returned_at is not null
     union all
     select 'paid_back', f.created_at, p.project_id, 0, p.currency, w.paid_minor
     from mine p join refund_parts f on f.purchase_id = p.id
     join refund_part_wallets w on w.purchase_id = f.purchase_id and w.part = f.part
     where p.buyer_id = $1 and w.paid_minor > 0
     union all
     select 'retired', r.retired_on::timestamp at time zone 'UTC', p.project_id,
       least(r.last_place, h.first_place + h.kg - 1) - greatest(r.first_place, h.first_place) + 1,
       p.currency, 0
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
   select kind, currency, coalesce(sum(kg) filter (where at < $3), 0)::bigint as before_kg,
     coalesce(sum(kg) filter (where at >= $3), 0)::bigint as kg,
     coalesce(sum(amount_minor) filter (where at >= $3), 0)::bigint as amount_minor,
     count(*) filter (where at >= $3) as entries
   from entries where at < $4 group by kind, currency order by kind, currency`,
)
const entriesOf = statement(
  'statement-entries',
  {
    kind: entryKinds,
    day: 'date',
    project: 'text',
    project_number: 'text',
    kg: 'int8',
    currency: 'bpchar',
    amount_minor: 'int8',
  },
  `with ${entries}
   select e.kind, (e.at at time zone 'UTC')::date as day, ${sqlShownName('j')} as project,
     j.external_id as project_number, e.kg, e.currency,
     e.amount_minor
   from entries e join projects j on j.id = e.project_id
   where e.at >= $3 and e.at < $4 order by e.at, e.kind, project limit $5`,
)

export type StatementSum = RowOf<typeof sumsOf>
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
