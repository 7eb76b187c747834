// Declares the SQL of the reports. `$1` and `$2` are the first day and the day after the last, in UTC. No row leads to
// a person.
import { sqlState, sqlTakenBack } from '#features/purchases/states/state-sql.ts'
import { sqlValueDate } from '#ledger/value-day.ts'
import type { Db } from '#platform/database/database.ts'
import { statement } from '#platform/database/statement.ts'

const completed = sqlState('COMPLETED')
/** SQL of the UTC month of a time, such as `2026-10`. */
const sqlMonth = (moment: string) => `to_char(${moment} at time zone 'UTC', 'YYYY-MM')`
/** SQL condition of a time in the report's days. */
const sqlWithin = (moment: string) =>
  `${moment} >= $1::date::timestamp at time zone 'UTC'
     and ${moment} < $2::date::timestamp at time zone 'UTC'`

const salesColumns = {
  month: 'text',
  country: 'text?',
  currency: 'bpchar',
  purchases: 'int8',
  gifts: 'int8',
  planned: 'int8',
  kilograms: 'int8',
  total_minor: 'int8',
  card_minor: 'int8',
  wallet_minor: 'int8',
  taken_back: 'int8',
  kilograms_back: 'int8',
  total_back_minor: 'int8',
} as const
/** Purchases by the month of their completion. Rewards are no sales. */
const readSales = statement(
  'report-sales',
  salesColumns,
  `select ${sqlMonth('p.completed_at')} as month, p.tax_country::text as country, p.currency,
     count(*) as purchases, count(*) filter (where p.is_gift) as gifts,
     count(*) filter (where p.is_planned) as planned, sum(p.quantity_kg)::int8 as kilograms,
     sum(p.total_minor)::int8 as total_minor, sum(p.card_minor)::int8 as card_minor,
     sum(p.wallet_minor)::int8 as wallet_minor,
     count(*) filter (where back.kg > 0) as taken_back, sum(back.kg)::int8 as kilograms_back,
     sum(back.minor)::int8 as total_back_minor
   from purchases p cross join lateral (select
       case when ${sqlTakenBack()} then p.quantity_kg else p.refunded_kg end as kg,
       case when ${sqlTakenBack()} then p.total_minor when p.refunded_kg = 0 then 0 else
         (select coalesce(sum(r.card_minor), 0) from refund_parts r where r.purchase_id = p.id)
         + (select coalesce(sum(w.paid_minor), 0) from refund_part_wallets w
           where w.purchase_id = p.id) end as minor) back
   where p.state = ${completed} and not p.is_reward
     and ${sqlWithin('p.completed_at')}
   group by 1, 2, 3 order by 1, 2 nulls last, 3`,
).rows<[from: string, until: string]>()

const sqlKg = (condition: string) =>
  `coalesce(sum(k.quantity_kg) filter (where ${condition}), 0)::int8`
const sqlOwned = (account: string) => `(${account} like 'holder:%' or ${account} like 'waiting:%')`
const kilogramsColumns = {
  month: 'text',
  project: 'text',
  serial_number: 'text',
  issued: 'int8',
  sold: 'int8',
  given_for_replaced: 'int8',
  returned: 'int8',
  replaced: 'int8',
  filled: 'int8',
  retired: 'int8',
} as const
/** Kilograms that moved, by batch. Gifts that arrive move no kilograms of the batch. */
const readKilograms = statement(
  'report-kilograms',
  kilogramsColumns,
  `with moved as (
     select ${sqlMonth('k.created_at')} as month, k.batch_id,
       ${sqlKg(`k.source = 'issued'`)} as issued,
       ${sqlKg(`k.source = 'held' and ${sqlOwned('k.destination')}`)} as sold,
       ${sqlKg(`k.source = 'available' and ${sqlOwned('k.destination')}`)} as given_for_replaced,
       ${sqlKg(`k.destination = 'returned'`)} as returned,
       ${sqlKg(`k.destination = 'replaced'`)} as replaced,
       ${sqlKg(`k.destination = 'operator'`)} as filled, 0::int8 as retired
     from kg_postings k where ${sqlWithin('k.created_at')} group by 1, 2
     union all
     select to_char(r.retired_on, 'YYYY-MM'), r.batch_id, 0, 0, 0, 0, 0, 0,
       sum(r.last_place - r.first_place + 1)::int8
     from retirements r where r.retired_on >= $1 and r.retired_on < $2 group by 1, 2)
   select m.month, j.registry || ' ' || j.external_id as project, b.serial_number,
     sum(m.issued)::int8 as issued, sum(m.sold)::int8 as sold,
     sum(m.given_for_replaced)::int8 as given_for_replaced, sum(m.returned)::int8 as returned,
     sum(m.replaced)::int8 as replaced, sum(m.filled)::int8 as filled,
     sum(m.retired)::int8 as retired
   from moved m join batches b on b.id = m.batch_id join projects j on j.id = b.project_id
   group by 1, 2, 3
   having sum(m.issued + m.sold + m.given_for_replaced + m.returned + m.replaced + m.filled
     + m.retired) > 0
   order by 1, 2, 3`,
).rows<[from: string, until: string]>()

const peopleColumns = {
  month: 'text',
  country: 'bpchar',
  sign_ups: 'int8',
  deletions: 'int8',
  buyers: 'int8',
  first_buyers: 'int8',
  givers: 'int8',
} as const
/** People by the country of their number. A buyer has a completed purchase in the month, other than a reward. */
const readPeople = statement(
  'report-people',
  peopleColumns,
  `with bought as (
     select p.buyer_id, ${sqlMonth('p.completed_at')} as month, bool_or(p.is_gift) as gave
     from purchases p where p.state = ${completed} and not p.is_reward
       and ${sqlWithin('p.completed_at')} group by 1, 2),
   firsts as (
     select o.buyer_id, ${sqlMonth('min(o.completed_at)')} as month from purchases o
     where o.state = ${completed} and not o.is_reward
       and o.buyer_id in (select buyer_id from bought) group by 1),
   events as (
     select ${sqlMonth('created_at')} as month, country, 1 as sign_ups, 0 as deletions, 0 as buyers,
       0 as first_buyers, 0 as givers from passports where ${sqlWithin('created_at')}
     union all
     select ${sqlMonth('erased_at')}, country, 0, 1, 0, 0, 0 from passports
     where ${sqlWithin('erased_at')}
     union all
     select b.month, c.country, 0, 0, 1, (f.month = b.month)::int, b.gave::int
     from bought b join passports c on c.id = b.buyer_id join firsts f on f.buyer_id = b.buyer_id)
   select month, country, sum(sign_ups)::int8 as sign_ups, sum(deletions)::int8 as deletions,
     sum(buyers)::int8 as buyers, sum(first_buyers)::int8 as first_buyers,
     sum(givers)::int8 as givers
   from events group by 1, 2 order by 1, 2`,
).rows<[from: string, until: string]>()

const stockColumns = {
  project: 'text',
  serial_number: 'text',
  vintage: 'int2',
  offer: 'text',
  issued: 'int8',
  available: 'int8',
  reserved: 'int8',
  sold: 'int8',
  price_micros: 'int8',
  currency: 'bpchar',
  stock_minor: 'int8?',
  cost_currency: 'bpchar?',
} as const
/** Batches as they are now. */
const readStock = statement(
  'report-stock',
  stockColumns,
  `select j.registry || ' ' || j.external_id as project, b.serial_number, b.vintage_year as vintage,
     b.offer, s.issued_kg as issued, s.available_kg as available,
     s.issued_kg - s.available_kg - o.sold_kg as reserved, o.sold_kg as sold, b.price_micros,
     b.currency, c.amount_minor - c.cost_of_sales_minor - c.write_offs_minor as stock_minor,
     c.currency as cost_currency
   from batches b join batch_stock s on s.batch_id = b.id join batch_places o on o.batch_id = b.id
   join projects j on j.id = b.project_id left join batch_costs c on c.batch_id = b.id
   order by 1, 2`,
).rows()

const sqlPaid = (condition: string) =>
  `coalesce(sum(m.amount_minor) filter (where ${condition}), 0)::int8`
const programmesColumns = {
  month: 'text',
  programme: 'text',
  currency: 'text',
  paid_in_minor: 'int8',
  returned_minor: 'int8',
  credits: 'int8',
  credited_minor: 'int8',
  taken_back_minor: 'int8',
  spent_minor: 'int8',
} as const
/** Money that programmes received and gave, by value date, and the part that completed purchases spent. */
const readProgrammes = statement(
  'report-programmes',
  programmesColumns,
  `with moved as (
     select to_char(${sqlValueDate('m')}, 'YYYY-MM') as month,
       substring(case when m.source like 'programme:%' then m.source else m.destination end from 11)
         as programme, m.currency::text as currency,
       ${sqlPaid(`m.source = 'bank'`)} as paid_in, ${sqlPaid(`m.destination = 'bank'`)} as returned,
       count(*) filter (where m.destination like 'wallet:%') as credits,
       ${sqlPaid(`m.destination like 'wallet:%'`)} as credited,
       ${sqlPaid(`m.source like 'wallet:%'`)} as taken_back, 0::int8 as spent
     from money_postings m
     where (m.source like 'programme:%' or m.destination like 'programme:%')
       and ${sqlValueDate('m')} >= $1 and ${sqlValueDate('m')} < $2 group by 1, 2, 3
     union all
     select ${sqlMonth('p.completed_at')}, w.programme_id, w.wallet_currency::text, 0, 0, 0, 0, 0,
       sum(w.wallet_minor)::int8
     from purchases p join purchase_wallet_parts w on w.purchase_id = p.id
     where p.state = ${completed} and ${sqlWithin('p.completed_at')} group by 1, 2, 3)
   select month, programme, currency, sum(paid_in)::int8 as paid_in_minor,
     sum(returned)::int8 as returned_minor, sum(credits)::int8 as credits,
     sum(credited)::int8 as credited_minor, sum(taken_back)::int8 as taken_back_minor,
     sum(spent)::int8 as spent_minor
   from moved group by 1, 2, 3 order by 1, 2, 3`,
).rows<[from: string, until: string]>()

const cohortsColumns = {
  signed_up: 'text',
  people: 'int8',
  months_later: 'int4',
  buyers: 'int8',
  purchases: 'int8',
  kilograms: 'int8',
} as const
/** People by the month in which they signed up, and how many of them bought in each month after it. */
const readCohorts = statement(
  'report-cohorts',
  cohortsColumns,
  `with cohort as (
     select id, date_trunc('month', created_at at time zone 'UTC') as began
     from passports where ${sqlWithin('created_at')}),
   sizes as (select began, count(*) as people from cohort group by 1),
   bought as (
     select c.began, p.buyer_id, p.quantity_kg,
       date_trunc('month', p.completed_at at time zone 'UTC') as month
     from cohort c join purchases p on p.buyer_id = c.id
     where p.state = ${completed} and not p.is_reward and ${sqlWithin('p.completed_at')}),
   months as (
     select s.began, s.people, m.month::timestamp as month from sizes s
     cross join lateral generate_series(s.began, $2::date - interval '1 day', interval '1 month')
       m (month))
   select to_char(m.began, 'YYYY-MM') as signed_up, m.people,
     ((extract(year from m.month) - extract(year from m.began)) * 12
       + extract(month from m.month) - extract(month from m.began))::int4 as months_later,
     count(distinct b.buyer_id) as buyers, count(b.buyer_id) as purchases,
     coalesce(sum(b.quantity_kg), 0)::int8 as kilograms
   from months m left join bought b on b.began = m.began and b.month = m.month
   group by m.began, m.people, m.month order by m.began, m.month`,
).rows<[from: string, until: string]>()

/** The reports by name: their columns, and the statement of their rows. */
export const reports = {
  sales: { columns: salesColumns, read: readSales },
  kilograms: { columns: kilogramsColumns, read: readKilograms },
  people: { columns: peopleColumns, read: readPeople },
  stock: { columns: stockColumns, read: (db: Db) => readStock(db) },
  programmes: { columns: programmesColumns, read: readProgrammes },
  cohorts: { columns: cohortsColumns, read: readCohorts },
} as const
