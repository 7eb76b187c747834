// Declares the SQL of what keeps a month of the books open.

import { openStates } from '#features/purchases/states/state.ts'
import { sqlStates } from '#features/purchases/states/state-sql.ts'
import { sqlValueDate } from '#ledger/value-day.ts'
import { statement } from '#platform/database/statement.ts'
import { sqlCardKind } from './payout-queries.ts'

/** The close of a month sums every posting until its end. */
export const raiseCloseTimeout = statement(
  'close-timeout',
  {},
  `set local statement_timeout = '10min'`,
).effect()

/** Returns open purchases that were reserved before a day in UTC. */
export const findOpenPurchases = statement(
  'find-purchases-that-keep-month-open',
  { tx_id: 'text' },
  `select p.tx_id from purchases p where p.state in ${sqlStates(openStates)}
     and p.created_at < $1::date::timestamp at time zone 'UTC'
   order by p.created_at, p.tx_id limit $2`,
).rows<[next: string, max: number]>()

/**
 * Returns the card payments whose money moved in a month, and of which no report of the provider has a line of that
 * kind.
 */
export const findUnreportedPayments = statement(
  'find-payments-that-keep-month-open',
  { tx_id: 'text', kind: ['charge', 'refund', 'dispute'] },
  `with moved as (
     select p.tx_id, p.card_payment_id, ${sqlCardKind} as kind
     from money_postings m join purchases p on p.id = m.purchase_id and p.card_payment_id is not null
     where ${sqlValueDate('m')} >= $1 and ${sqlValueDate('m')} < $2
       and 'card_clearing' in (m.source, m.destination) group by 1, 2, 3)
   select tx_id, kind from moved
   where not exists (select from payout_lines l
     where l.payment_id = moved.card_payment_id and l.kind = moved.kind)
   order by tx_id, kind limit $3`,
).rows<[first: string, next: string, max: number]>()

/** Returns the purchases with a sale or a refund before a day that the task of the receipts has not taken. */
export const findUnnumberedPurchases = statement(
  'find-receipts-that-keep-month-open',
  { tx_id: 'text' },
  `select distinct p.tx_id from money_postings m join purchases p on p.id = m.purchase_id
   where m.id > (select taken_through from tax_progress) and ${sqlValueDate('m')} < $1
     and (m.destination = 'sales' and m.source not like 'tax:%'
       or m.source in ('sales', 'goodwill', 'chargebacks') and m.destination not like 'tax:%')
   order by p.tx_id limit $2`,
).rows<[next: string, max: number]>()

/** Returns the batches of which kilograms moved before a day and whose cost the task has not posted. */
export const findUncostedBatches = statement(
  'find-costs-that-keep-month-open',
  { serial_number: 'text' },
  `select distinct b.serial_number from kg_postings k join batch_costs c on c.batch_id = k.batch_id
   join batches b on b.id = k.batch_id
   where k.id > (select taken_through from cost_progress)
     and k.created_at < $1::date::timestamp at time zone 'UTC'
   order by b.serial_number limit $2`,
).rows<[next: string, max: number]>()
