// Compares the programmes' postings with the rows of credits, reversals, expired wallets and payments.
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
  'programmes were paid what was paid in and not returned': comparison(
    'programme-payments',
    `select coalesce(p.account, m.account) || ' ' || coalesce(p.currency, m.currency),
       coalesce(p.amount, 0), coalesce(m.amount, 0)
     from (select 'programme:' || programme_id as account, currency::text as currency,
         sum(amount_minor)::bigint as amount from programme_payments group by 1, 2) p
     full join (select case when source = 'bank' then destination else source end as account,
         currency::text as currency,
         sum(case when source = 'bank' then amount_minor else -amount_minor end)::bigint as amount
       from money_postings
       where (source = 'bank' and destination like 'programme:%')
         or (source like 'programme:%' and destination = 'bank') group by 1, 2) m
       on m.account = p.account and m.currency = p.currency`,
  ),
  'wallets of deleted passports are empty': comparison(
    'wallets-of-deleted',
    `select 'wallet:' || w.passport_id || ':' || w.programme_id || ' ' || w.currency, 0::bigint,
       w.balance_minor
     from wallets w join passports p on p.id = w.passport_id where p.erased_at is not null`,
  ),
  'limits of programmes count the credits of their window': comparison(
    'programme-windows',
    `select g.id, coalesce((select sum(c.counted_minor) from wallet_credits c
         where c.programme_id = g.id and c.counted_minor is not null
           and c.created_at > g.window_from), 0)::bigint, g.window_minor
     from programmes g`,
  ),
} as const
