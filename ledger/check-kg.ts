// Compares every kilogram balance with its postings, for the audit.
import { comparison } from '#ledger/comparison.ts'

/** SQL of each account's balance, summed from its postings. */
export const kgBalances = `select batch_id, account, sum(kg)::bigint as kg from (
    select batch_id, destination as account, quantity_kg as kg from kg_postings
    union all select batch_id, source, -quantity_kg from kg_postings) legs
  group by 1, 2`

export const kgSums = {
  'issued kg are their postings': comparison(
    'issued',
    `select 'issued ' || s.batch_id, s.issued_kg, -coalesce(k.kg, 0) from batch_stock s
     left join (${kgBalances}) k on k.batch_id = s.batch_id and k.account = 'issued'`,
  ),
  'available kg are their postings': comparison(
    'available',
    `select 'available ' || s.batch_id, s.available_kg, coalesce(k.kg, 0) from batch_stock s
     left join (${kgBalances}) k on k.batch_id = s.batch_id and k.account = 'available'`,
  ),
  'sold kg are their postings': comparison(
    'sold',
    `select 'sold ' || s.batch_id, s.sold_kg, coalesce(k.kg, 0) from batch_places s
     left join (select batch_id, sum(kg)::bigint as kg from (${kgBalances}) sold
       where account not in ('issued', 'available', 'held') group by 1) k
       on k.batch_id = s.batch_id`,
  ),
  'sold kg by week are the sold kg': comparison(
    'weeks',
    `select 'weeks ' || s.batch_id, s.sold_kg, coalesce(w.kg, 0) from batch_places s
     left join (select batch_id, sum(sold_kg)::bigint as kg from batch_weeks group by 1) w
       on w.batch_id = s.batch_id`,
  ),
} as const
