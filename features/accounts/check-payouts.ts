// Declares the SQL that compares the ledger with the recorded lines of the card provider's reports.
import { payoutSums } from '#features/accounts/payout-queries.ts'
import { sqlIsNoEntry } from '#ledger/check-money.ts'
import { type Comparisons, comparison } from '#ledger/comparison.ts'

export const payoutComparisons: Comparisons = {
  'fees are what reports of the card provider say': comparison(
    'payout-fees',
    `select 'fees ' || coalesce(l.currency, m.currency), coalesce(l.amount, 0),
       coalesce(m.amount, 0)
     from (select currency::text as currency,
         sum(fee_minor - case when kind = 'fee' then gross_minor else 0 end)::bigint as amount
       from payout_lines group by 1) l
     full join (select currency::text as currency,
         sum(case when source = 'fees' then amount_minor else -amount_minor end)::bigint as amount
       from money_postings m where 'fees' in (source, destination) and ${sqlIsNoEntry} group by 1) m
       on m.currency = l.currency`,
  ),
  'the bank has what was paid out': comparison(
    'payout-bank',
    `select 'payout ' || payout_id || ' ' || currency, paid_minor, posted_minor
     from (${payoutSums}) payouts`,
  ),
  'nothing reaches the bank but payouts and payments of programmes': comparison(
    'payout-causes',
    `select 'bank ' || m.id, 1::bigint, count(l.id) + count(p.id)
     from money_postings m left join payout_lines l on l.cause_id = m.purchase_id
     left join programme_payments p on p.id = m.purchase_id
     where 'bank' in (m.source, m.destination) and m.source <> 'refunds_due' and ${sqlIsNoEntry}
     group by m.id`,
  ),
  'what was paid in another currency is changed as reports say': comparison(
    'payout-changes',
    `select 'change ' || l.id, abs(l.gross_minor) + abs(l.paid_minor),
       coalesce((select sum(m.amount_minor) from money_postings m
         where m.purchase_id = l.cause_id and 'fx' in (m.source, m.destination)), 0)::bigint
     from payout_lines l where l.currency <> l.paid_currency`,
  ),
}
