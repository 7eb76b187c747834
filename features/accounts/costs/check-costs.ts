// Declares the SQL that compares what batches cost with their kilograms and with the postings of money.
import { moneyBalances } from '#ledger/check-money.ts'
import { type Comparisons, comparison } from '#ledger/comparison.ts'

/** SQL of the kilograms of each batch with a cost, by account, up to the posting whose cost is in the books. */
const balancesOfBatches = `select batch_id, split_part(account, ':', 1) as kind, sum(kg) as kg
  from (select k.batch_id, leg.account, leg.kg
    from kg_postings k cross join lateral
      (values (k.source, -k.quantity_kg), (k.destination, k.quantity_kg)) leg (account, kg)
    where k.batch_id in (select batch_id from batch_costs)
      and k.id <= (select taken_through from cost_progress)) legs
  group by 1, 2`
/** SQL of the kilograms that are cost of sales and that are written off, by batch. */
const costedKg = `select c.batch_id, c.currency, c.amount_minor, s.issued_kg, sold.kg as sold_kg,
    case when c.is_lost then s.issued_kg - sold.kg else lost.kg end as lost_kg
  from batch_costs c join batch_stock s on s.batch_id = c.batch_id
  cross join lateral (select coalesce(sum(kg), 0) as kg from (${balancesOfBatches}) k
    where k.batch_id = c.batch_id and kind in ('holder', 'waiting')) sold
  cross join lateral (select coalesce(sum(kg), 0) as kg from (${balancesOfBatches}) k
    where k.batch_id = c.batch_id and kind in ('returned', 'replaced', 'operator')) lost`
/** SQL of what the postings of a batch have moved to an account, in minor units. Debits are positive. */
const posted = (account: string) => `coalesce((select sum(case when m.source = '${account}'
     then m.amount_minor else -m.amount_minor end) from money_postings m
   where m.purchase_id = c.batch_id and m.currency = c.currency
     and '${account}' in (m.source, m.destination)), 0)::bigint`

export const costComparisons: Comparisons = {
  'the cost of each batch is posted to its supplier': comparison(
    'batch-costs',
    `select 'batch ' || c.batch_id, c.amount_minor, -${posted('suppliers')} from batch_costs c`,
  ),
  'cost of sales is that of sold kilograms': comparison(
    'cost-of-sales',
    `select 'batch ' || c.batch_id, (div(c.amount_minor * (c.sold_kg + c.lost_kg), c.issued_kg)
       - div(c.amount_minor * c.lost_kg, c.issued_kg))::bigint, ${posted('cost_of_sales')}
     from (${costedKg}) c`,
  ),
  'write-offs are those of kilograms that nobody can buy': comparison(
    'write-offs',
    `select 'batch ' || c.batch_id, div(c.amount_minor * c.lost_kg, c.issued_kg)::bigint,
       ${posted('write_offs')} from (${costedKg}) c`,
  ),
  'the unsold kilograms of replaced batches are written off': comparison(
    'replaced-costs',
    `select 'batch ' || c.batch_id, 1::bigint, c.is_lost::int::bigint
     from batch_costs c join batches b on b.id = c.batch_id
     where b.replaced_at < now() - interval '1 hour' or c.is_lost`,
  ),
  'stock is the cost of unsold kilograms': comparison(
    'stock',
    `select 'stock ' || coalesce(c.currency, m.currency), coalesce(c.amount, 0), -coalesce(m.amount, 0)
     from (select currency::text as currency,
         sum(amount_minor - cost_of_sales_minor - write_offs_minor)::bigint as amount
       from batch_costs group by 1) c
     full join (select * from (${moneyBalances}) all_money where account = 'stock') m
       on m.currency = c.currency`,
  ),
}
