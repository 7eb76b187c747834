// Compares the sums that each close has kept with the postings, for the audit. It shares no SQL with the close.
import { comparison } from '#ledger/comparison.ts'

const day = `coalesce(value_date, (created_at at time zone 'UTC')::date)`
const kind = (account: string) =>
  `case when split_part(${account}, ':', 1) in ('programme', 'tax') then ${account}
    else split_part(${account}, ':', 1) end`
/** SQL of each month's movements by currency and kind of account. */
const movements = `select currency, account, month, sum(debit) as debit, sum(credit) as credit from (
    select currency, ${kind('source')} as account, date_trunc('month', ${day}::timestamp)::date as month,
      amount_minor as debit, 0::bigint as credit from money_postings
    union all
    select currency, ${kind('destination')}, date_trunc('month', ${day}::timestamp)::date, 0, amount_minor
    from money_postings) legs group by 1, 2, 3`

export const closedMonthSums = {
  'sums of closed months are their postings': comparison(
    'closed-sums',
    `with posted as (
       select c.month, v.currency, v.account,
         coalesce(sum(v.debit) filter (where v.month = c.month), 0)::bigint as debit,
         coalesce(sum(v.credit) filter (where v.month = c.month), 0)::bigint as credit,
         sum(v.credit - v.debit)::bigint as balance
       from closed_months c join (${movements}) v on v.month <= c.month group by 1, 2, 3)
     select figure || ' ' || month || ' ' || account || ' ' || currency, kept, found
     from (select month, currency, account, k.debit_minor, k.credit_minor, k.balance_minor,
         p.debit, p.credit, p.balance
       from closed_sums k full join posted p using (month, currency, account)) both_sums
     cross join lateral (values ('debit', coalesce(debit_minor, 0), coalesce(debit, 0)),
       ('credit', coalesce(credit_minor, 0), coalesce(credit, 0)),
       ('balance', coalesce(balance_minor, 0), coalesce(balance, 0))) figures (figure, kept, found)`,
  ),
  'closed months have as many postings as at their close': comparison(
    'closed-postings',
    `select 'postings ' || c.month, c.postings, coalesce(counted.postings, 0)
     from closed_months c left join (
       select date_trunc('month', ${day}::timestamp)::date as month, count(*) as postings
       from money_postings group by 1) counted on counted.month = c.month`,
  ),
  'months are closed in order': comparison(
    'closed-order',
    `select 'months through ' || coalesce(max(l.closed_through)::text, 'none'),
       coalesce(extract(year from age(max(l.closed_through) + 1, min(c.month))) * 12
         + extract(month from age(max(l.closed_through) + 1, min(c.month))), 0)::bigint,
       count(c.month)
     from ledger_close l left join closed_months c on c.month <= l.closed_through`,
  ),
} as const
