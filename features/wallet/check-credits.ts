// What programmes gave by the ledger beside what people read of it: credits and their reversals.
import { comparison } from '#ledger/comparison.ts'

export const creditSums = {
  'programmes gave what was credited and not taken back': comparison(
    'credits',
    `select coalesce(c.account, m.account) || ' ' || coalesce(c.currency, m.currency),
       coalesce(c.amount, 0), coalesce(m.amount, 0)
     from (select 'programme:' || w.programme_id as account, w.currency::text as currency,
         sum(case when r.id is null then w.amount_minor else 0 end)::bigint as amount
       from wallet_credits w left join wallet_reversals r on r.credit_id = w.id group by 1, 2) c
     full join (select case when source like 'wallet:%' then destination else source end as account,
         currency::text as currency,
         sum(case when source like 'wallet:%' then -amount_minor else amount_minor end)::bigint
           as amount
       from money_postings
       where (source like 'programme:%' and destination like 'wallet:%')
         or (source like 'wallet:%' and destination like 'programme:%') group by 1, 2) m
       on m.account = c.account and m.currency = c.currency`,
  ),
} as const
