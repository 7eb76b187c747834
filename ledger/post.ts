// Writes batches of postings and updates every balance that they change. Only this file inserts
// postings, and no code changes them afterwards.
import { moneyWrites, stockWrites } from '#ledger/balances.ts'
import { causeColumn, type KgPosting, type MoneyPosting, type Postings } from '#ledger/postings.ts'
import type { Transaction } from '#platform/database/database.ts'
import { statement } from '#platform/database/statement.ts'
import { type Columns, unnestRows } from '#platform/database/unnest-rows.ts'
import { send, type Write } from '#platform/database/write.ts'

const moneyColumns = {
  [causeColumn]: ['uuid', ({ causeId }) => causeId],
  currency: ['text', ({ currency }) => currency],
  source: ['text', ({ source }) => source.name],
  destination: ['text', ({ destination }) => destination.name],
  amount_minor: ['int8', ({ amountMinor }) => amountMinor],
} as const satisfies Columns<MoneyPosting>
const moneyPosting = unnestRows<MoneyPosting>(moneyColumns)
const insertMoneyPostings = statement(
  'insert-money-postings',
  {},
  `insert into money_postings (${moneyPosting.names})
   select ${moneyPosting.names} from ${moneyPosting.rows}`,
)
const datedPosting = unnestRows<MoneyPosting>({
  ...moneyColumns,
  value_date: ['date', ({ valueDate }) => valueDate ?? null],
})
/**
 * Inserts postings with a value date. One in a closed month moves to the first open day, and keeps its own day. The
 * lock lets a close wait for the transaction, and shows the days that a close before it has closed.
 */
const insertDatedPostings = statement(
  'insert-dated-money-postings',
  {},
  `with books as materialized (select closed_through from ledger_close for share)
   insert into money_postings (${moneyPosting.names}, value_date, late_from)
   select ${moneyPosting.names},
     case when value_date <= closed_through then closed_through + 1 else value_date end,
     case when value_date <= closed_through then value_date end
   from ${datedPosting.rows} left join books on true`,
)
const kgPosting = unnestRows<KgPosting>({
  [causeColumn]: ['uuid', ({ causeId }) => causeId],
  batch_id: ['uuid', ({ batchId }) => batchId],
  source: ['text', ({ source }) => source.name],
  destination: ['text', ({ destination }) => destination.name],
  quantity_kg: ['int8', ({ quantityKg }) => quantityKg],
})
const insertKgPostings = statement(
  'insert-kg-postings',
  {},
  `insert into kg_postings (${kgPosting.names})
   select ${kgPosting.names} from ${kgPosting.rows}`,
)
const sale = unnestRows<KgPosting>({
  batch_id: ['uuid', ({ batchId }) => batchId],
  quantity_kg: ['int8', ({ quantityKg }) => quantityKg],
  sold_at: ['timestamptz', ({ soldAt }) => soldAt ?? null],
})
/** Adds sold kilograms to their batch's week. Weeks begin on Monday, UTC. */
const addWeeks = statement(
  'add-batch-weeks',
  {},
  `insert into batch_weeks (batch_id, week_start, sold_kg)
   select batch_id, date_trunc('week', coalesce(sold_at, now()) at time zone 'UTC')::date,
     sum(quantity_kg)::bigint
   from ${sale.rows} group by 1, 2 order by 1, 2
   on conflict (batch_id, week_start) do update
     set sold_kg = batch_weeks.sold_kg + excluded.sold_kg`,
)

/**
 * Returns the writes of postings and of the balances that they change. The caller holds the locks of
 * the balances (locks.ts). A balance below its floor violates a check constraint. A posting that gives
 * kilograms an owner is a sale, for which the caller has allocated places (places.ts).
 */
export function postWrites({ kg, money }: Postings): Write[] {
  const nonZero = money.filter(({ amountMinor }) => amountMinor !== 0)
  return [
    ...stockWrites(kg),
    ...moneyWrites(nonZero),
    ...sale.writes(addWeeks, kg.filter(isSale)),
    ...kgPosting.writes(insertKgPostings, kg),
    ...moneyPosting.writes(insertMoneyPostings, nonZero.filter(isOfToday)),
    ...datedPosting.writes(
      insertDatedPostings,
      nonZero.filter((posting) => !isOfToday(posting)),
    ),
  ]
}

/** Sends the writes of `postWrites` now, before the end of the transaction. */
export async function post(tx: Transaction, postings: Postings): Promise<void> {
  await send(tx, postWrites(postings))
}

/** Returns true for a posting that counts on the day of its booking. */
function isOfToday({ valueDate }: MoneyPosting): boolean {
  return valueDate === undefined
}

function isSale({ source, destination }: KgPosting): boolean {
  return source.kind !== 'owned' && destination.kind === 'owned'
}
