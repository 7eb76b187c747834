// Declares the SQL that sums a programme's postings: its own account, and the wallets that it filled.
import { sqlValueDate } from '#ledger/value-day.ts'
import type { Transaction } from '#platform/database/database.ts'
import { type RowOf, statement } from '#platform/database/statement.ts'

export const findProgramme = statement(
  'find-programme-of-statement',
  { name: 'text', currency: 'bpchar' },
  'select name, currency from programmes where id = $1',
).row<[id: string], Transaction>()

/**
 * Returns the sums of the postings before `next` by currency, side, kind and day. `day` is null for all days before
 * `first`. Amounts that leave a side are negative. `account` is the programme's account, `wallets` a pattern of the
 * accounts of its wallets.
 */
export const sumMovements = statement(
  'sum-movements-of-programme',
  {
    currency: 'bpchar',
    side: ['funds', 'wallets'],
    kind: ['paid_in', 'paid_out', 'credited', 'taken_back', 'spent', 'refunded', 'other'],
    day: 'date?',
    amount_minor: 'int8',
    postings: 'int8',
  },
  `select m.currency, leg.side, leg.kind, case when m.day >= $3::date then m.day end as day,
     sum(leg.amount_minor)::bigint as amount_minor, count(*) as postings
   from (select currency, source, destination, amount_minor, ${sqlValueDate('p')} as day
     from money_postings p
     where $1 in (p.source, p.destination) or p.source like $2 or p.destination like $2) m
   cross join lateral (
     select 'funds' as side, m.amount_minor, case when m.source = 'bank' then 'paid_in'
       when m.source like $2 then 'taken_back' else 'other' end as kind where m.destination = $1
     union all select 'funds', -m.amount_minor, case when m.destination = 'bank' then 'paid_out'
       when m.destination like $2 then 'credited' else 'other' end where m.source = $1
     union all select 'wallets', m.amount_minor, case when m.source = $1 then 'credited'
       when m.source like 'held:%' then 'spent' else 'refunded' end where m.destination like $2
     union all select 'wallets', -m.amount_minor, case when m.destination = $1 then 'taken_back'
       when m.destination like 'held:%' then 'spent' else 'other' end where m.source like $2) leg
   where m.day < $4::date
   group by 1, 2, 3, 4 order by 1, 2, 3, 4`,
).rows<[account: string, wallets: string, first: string, next: string], Transaction>()

export type MovementSum = RowOf<typeof sumMovements>
export type Side = MovementSum['side']
export type MovementKind = MovementSum['kind']
