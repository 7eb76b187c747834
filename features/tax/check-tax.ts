// Declares the SQL that compares receipts and credit notes with purchases and with the postings of tax.
import { sqlState } from '#features/purchases/states/state-sql.ts'
import { type Comparisons, comparison } from '#ledger/comparison.ts'
import { discountProgrammes } from '#values/lists/own-programmes.ts'

const sqlDiscounts = `array[${discountProgrammes.map((name) => `'${name}'`).join(', ')}]`
/** SQL of the amount of purchase `p` for which it has a receipt; 0 if it needs none. */
const sqlTaxed = `case when p.is_reward then 0 else p.card_minor + coalesce((select sum(w.paid_minor)
    from purchase_wallet_parts w where w.purchase_id = p.id
      and w.programme_id <> all(${sqlDiscounts})), 0)::bigint end`

export const taxComparisons: Comparisons = {
  'numbers of receipts and credit notes have no gap': comparison(
    'tax-numbers',
    `select kind || ' ' || series || ' ' || year, max(sequence)::bigint, count(*)
     from tax_documents group by kind, series, year`,
  ),
  'receipts are what was paid, without discounts': comparison(
    'tax-receipts',
    `select p.tx_id, ${sqlTaxed}, coalesce(d.gross_minor, 0)
     from purchases p left join tax_documents d on d.purchase_id = p.id and d.kind = 'receipt'
     where p.state = ${sqlState('COMPLETED')} and (d.purchase_id is not null
       or exists (select from money_postings m where m.purchase_id = p.id and m.destination = 'sales'
         and m.id <= (select taken_through from tax_progress)))`,
  ),
  'credit notes do not exceed their receipt': comparison(
    'tax-credit-notes',
    `select 'purchase ' || c.purchase_id, least(sum(c.gross_minor), coalesce(min(d.gross_minor), 0))::bigint,
       sum(c.gross_minor)::bigint
     from tax_documents c left join tax_documents d on d.purchase_id = c.purchase_id
       and d.kind = 'receipt'
     where c.kind = 'credit_note' group by c.purchase_id`,
  ),
  'tax is that of receipts without credit notes': comparison(
    'tax-postings',
    `select coalesce(d.account, m.account) || ' ' || coalesce(d.purchase_id, m.purchase_id),
       coalesce(d.amount, 0), coalesce(m.amount, 0)
     from (select purchase_id, 'tax:' || country as account,
         sum(case kind when 'receipt' then tax_minor else -tax_minor end)::bigint as amount
       from tax_documents group by 1, 2) d
     full join (select purchase_id,
         case when destination like 'tax:%' then destination else source end as account,
         sum(case when destination like 'tax:%' then amount_minor else -amount_minor end)::bigint
           as amount
       from money_postings where destination like 'tax:%' or source like 'tax:%' group by 1, 2) m
       on m.purchase_id = d.purchase_id and m.account = d.account`,
  ),
}
