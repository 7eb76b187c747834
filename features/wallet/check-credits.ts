// What programmes gave by the ledger beside what people read of it: credits, their reversals, and what
// lapsed with a passport.
import { comparison } from '#ledger/comparison.ts'

export const creditSums = {
  'programmes gave what was credited, not taken back and has not lapsed': comparison(
    'credits',
    `select coalesce(c.account, m.account) || ' ' || coalesce(c.currency, m.currency),
       coalesce(c.amount, 0), coalesce(m.amount, 0)
     from (select 'programme:' || programme_id as account, currency::text as currency,
         sum(amount)::bigint as amount
       from (select w.programme_id, w.currency,
           case when r.id is null then w.amount_minor else 0 end as amount
         from wallet_credits w left join wallet_reversals r on r.credit_id = w.id
         union all select programme_id, currency, -amount_minor from wallet_lapses) given
       group by 1, 2) c
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
