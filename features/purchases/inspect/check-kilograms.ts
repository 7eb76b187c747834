// Compares the ledger's kilograms with purchases: stock, holders, waiting gifts and places.
import { openStates } from '#features/purchases/states/state.ts'
import {
  sqlInForce,
  sqlState,
  sqlStates,
  sqlTakenBack,
} from '#features/purchases/states/state-sql.ts'
import { kgBalances } from '#ledger/check-kg.ts'
import { comparison } from '#ledger/comparison.ts'

/**
 * SQL of allocated places that no purchase bought: places that the operator took to complete a tonne,
 * and replacements.
 */
const placesOfNotices = `select batch_id, first_place, last_place - first_place + 1 as kg
  from log_notices where kind in ('allocate', 'replace')`

/** SQL list of the states in which a purchase holds stock and money. */
const open = sqlStates(openStates)
const completed = sqlState('COMPLETED')

export const purchaseKgSums = {
  'held kg are those of open purchases': comparison(
    'held',
    `select 'held ' || s.batch_id, coalesce(k.kg, 0), coalesce(p.kg, 0) from batch_stock s
     left join (${kgBalances}) k on k.batch_id = s.batch_id and k.account = 'held'
     left join (select batch_id, sum(quantity_kg)::bigint as kg from purchases
       where state in ${open} group by 1) p on p.batch_id = s.batch_id`,
  ),
  'sold kg are those of completed purchases, the operator and what stands in': comparison(
    'sold-purchases',
    `select 'sold ' || s.batch_id, s.sold_kg, coalesce(p.kg, 0) from batch_places s
     left join (select batch_id, sum(kg)::bigint as kg from (
         select batch_id, quantity_kg as kg from purchases where state = ${completed}
         union all select batch_id, kg from (${placesOfNotices}) o) sales
       group by 1) p on p.batch_id = s.batch_id`,
  ),
  'passports hold what was posted to them': comparison(
    'passports',
    `select 'holder:' || p.id, p.total_kg, coalesce(k.kg, 0) from passports p
     left join (select account, sum(kg)::bigint as kg from (${kgBalances}) each_batch
       group by 1) k on k.account = 'holder:' || p.id`,
  ),
  'passports hold their purchases': comparison(
    'holdings',
    `select 'holder:' || p.id, p.total_kg, coalesce(h.kg, 0) from passports p
     left join (select holder_id, sum(quantity_kg - refunded_kg)::bigint as kg from purchases
       where ${sqlInForce('purchases')} group by 1) h on h.holder_id = p.id`,
  ),
  'waiting kg are those of gifts without a holder': comparison(
    'waiting',
    `select 'waiting:' || p.id,
       case when p.holder_id is null and ${sqlInForce()} then p.quantity_kg - p.refunded_kg
         else 0 end::bigint,
       coalesce(k.kg, 0)
     from purchases p left join (select account, sum(kg)::bigint as kg from (${kgBalances}) each_batch
       group by 1) k on k.account = 'waiting:' || p.id
     where p.is_gift and p.state = ${completed}`,
  ),
  'returned kg are those of purchases taken back': comparison(
    'returned',
    `select 'returned ' || s.batch_id, coalesce(p.kg, 0), coalesce(k.kg, 0) from batch_stock s
     left join (${kgBalances}) k on k.batch_id = s.batch_id and k.account = 'returned'
     left join (select batch_id, sum(kg)::bigint as kg from (
         select pl.batch_id, pl.kg from purchases
         join present_places pl on pl.purchase_id = purchases.id where ${sqlTakenBack('purchases')}
         union all select q.batch_id, f.kg from refund_parts f
         join purchases q on q.id = f.purchase_id) gone
       group by 1) p on p.batch_id = s.batch_id`,
  ),
  'allocated kg are held, waiting, returned, replaced or the operator’s': comparison(
    'allocated',
    `select 'allocated ' || s.batch_id, s.sold_kg, coalesce(k.kg, 0) from batch_places s
     left join (select batch_id, sum(kg)::bigint as kg from (${kgBalances}) places
       where account in ('returned', 'operator', 'replaced') or account like 'holder:%' or account like 'waiting:%'
       group by 1) k on k.batch_id = s.batch_id`,
  ),
  'places of a batch follow each other without gaps': comparison(
    'places',
    `select tx_id, expected, first_place from (
       select tx_id, first_place, (1 + coalesce(sum(kg) over (partition by batch_id
         order by first_place rows between unbounded preceding and 1 preceding), 0))::bigint
         as expected
       from (select tx_id, batch_id, first_place, quantity_kg as kg from purchases
           where state = ${completed}
         union all select 'notice of ' || batch_id, batch_id, first_place, kg
           from (${placesOfNotices}) o) taken) numbered`,
  ),
  'replaced kg are those that others stand in for': comparison(
    'replaced',
    `select 'replaced ' || s.batch_id, coalesce(w.kg, 0), coalesce(k.kg, 0) from batch_stock s
     left join (${kgBalances}) k on k.batch_id = s.batch_id and k.account = 'replaced'
     left join (select batch_id, sum(kg)::bigint as kg from purchase_places
       where replaced_by is not null group by 1) w on w.batch_id = s.batch_id`,
  ),
  'pieces of a replaced purchase are as many as it bought': comparison(
    'pieces',
    `select p.tx_id, (p.quantity_kg - p.refunded_kg)::bigint, coalesce(w.kg, 0)
     from (select distinct purchase_id from purchase_places) replaced
     join purchases p on p.id = replaced.purchase_id
     left join (select purchase_id, sum(kg)::bigint as kg from purchase_places
       where replaced_by is null group by 1) w on w.purchase_id = p.id`,
  ),
  'no place of a replaced purchase is another’s': comparison(
    'pieces-apart',
    `select 'pieces of ' || all_pieces.batch_id, sum(all_pieces.kg)::bigint,
       (select coalesce(sum(upper(span) - lower(span)), 0)::bigint
        from unnest(range_agg(int8range(first_place, first_place + kg))) span)
     from (select batch_id, first_place, kg from present_places
       union all select batch_id, first_place, kg from purchase_places
         where replaced_by is not null) all_pieces
     where batch_id in (select batch_id from purchase_places) group by all_pieces.batch_id`,
  ),
} as const
