// Compares retirements with sales, replacements and the notices of the public log.

import { kgAccounts } from '#ledger/accounts.ts'
import { kgBalances } from '#ledger/check-kg.ts'
import { type Comparisons, comparison } from '#ledger/comparison.ts'

export const retirementComparisons: Comparisons = {
  'no place is retired twice': comparison(
    'retired-once',
    `select 'retired ' || r.batch_id, sum(r.last_place - r.first_place + 1)::bigint,
       (select coalesce(sum(upper(span) - lower(span)), 0)::bigint
        from unnest(range_agg(int8range(r.first_place, r.last_place, '[]'))) span)
     from retired_places r group by r.batch_id`,
  ),
  'no place is retired that was not sold': comparison(
    'retired-sold',
    `select 'unsold ' || r.batch_id, 0::bigint, greatest(max(r.last_place) - max(o.sold_kg), 0)
     from retired_places r join batch_places o on o.batch_id = r.batch_id group by r.batch_id`,
  ),
  'no place is retired that was replaced': comparison(
    'retired-held',
    `select 'replaced ' || r.batch_id || ' ' || r.first_place, 0::bigint, count(*) from retired_places r
     join purchase_places w on w.batch_id = r.batch_id and w.replaced_by is not null
       and w.first_place <= r.last_place and w.first_place + w.kg > r.first_place
     group by r.batch_id, r.first_place`,
  ),
  'every retirement and correction is a notice of the log': comparison(
    'retired-noted',
    `select 'notice ' || n.id, 1::bigint, (exists (select from retirements r
         where r.notice_id = n.id and (r.batch_id, r.first_place, r.last_place, r.reference)
           = (n.batch_id, n.first_place, n.last_place, n.reference))
       or exists (select from retirement_corrections c
         where c.notice_id = n.id and c.retirement_id = n.corrects))::int::bigint
     from log_notices n where n.kind in ('retire', 'correct')`,
  ),
  'the operator holds the places that it took': comparison(
    'operator-places',
    `select 'operator ' || o.batch_id, coalesce(k.kg, 0), coalesce(n.kg, 0) from batch_places o
     left join (${kgBalances}) k
       on k.batch_id = o.batch_id and k.account = '${kgAccounts.operator.name}'
     left join (select batch_id, sum(last_place - first_place + 1)::bigint as kg from log_notices
       where kind = 'allocate' group by 1) n on n.batch_id = o.batch_id`,
  ),
}
