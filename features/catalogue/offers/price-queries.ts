// Declares the SQL of current and previous prices. A trigger makes the price history insert-only.

import type { Db, Transaction } from '#platform/database/database.ts'
import { statement } from '#platform/database/statement.ts'
import type { Price } from '../import/price-judgement.ts'

/** Locks with `for no key update`. Purchases do not wait for it, because a foreign key locks only keys. */
const lockBatches = statement(
  'lock-batches-for-prices',
  { id: 'uuid', price_micros: 'int8', currency: 'bpchar' },
  `select id, price_micros, currency from batches where id = any($1::uuid[])
   order by id for no key update`,
)

/** Selects the current price, the prices set in the last 7 days, and the price in force 7 days ago. */
const findPricesOfLastDays = statement(
  'find-prices-of-last-days',
  { batch_id: 'uuid', price_micros: 'int8', currency: 'bpchar' },
  `select id as batch_id, price_micros, currency from batches where id = any($1::uuid[])
   union select batch_id, price_micros, currency from batch_prices
   where batch_id = any($1::uuid[]) and at > clock_timestamp() - interval '7 days'
   union select b.id, former.price_micros, former.currency from batches b
   cross join lateral (select price_micros, currency from batch_prices p
     where p.batch_id = b.id and p.at <= clock_timestamp() - interval '7 days'
     order by p.id desc limit 1) former
   where b.id = any($1::uuid[])`,
)
const updatePrice = statement(
  'update-batch-price',
  { id: 'uuid' },
  `with changed as (
     update batches set price_micros = $2, updated_at = now() where id = $1
     returning id, price_micros, currency)
   insert into batch_prices (batch_id, price_micros, currency, by_name, source)
   select id, price_micros, currency, $3, $4 from changed returning batch_id as id`,
)

/** Returns the price history of a batch, newest first. */
export const listPrices = statement(
  'list-prices-of-batch',
  { price_micros: 'int8', currency: 'bpchar', at: 'timestamptz', by_name: 'text', source: 'text' },
  `select price_micros, currency, at, by_name, source from batch_prices where batch_id = $1
   order by id desc`,
).rows<[batchId: string]>()

const priceOf = (row: { price_micros: number; currency: string }): Price => ({
  priceMicros: row.price_micros,
  currency: row.currency,
})

/** Locks the batches until the transaction ends. Returns their current prices by batch id. */
export async function lockPrices(
  tx: Transaction,
  batchIds: readonly string[],
): Promise<ReadonlyMap<string, Price>> {
  const rows = await tx.run(lockBatches, [batchIds])
  return new Map(rows.map((row) => [row.id, priceOf(row)]))
}

/** Returns all prices in force during the last 7 days, by batch id. */
export async function findRecentPrices(
  tx: Db,
  batchIds: readonly string[],
): Promise<ReadonlyMap<string, readonly Price[]>> {
  const rows = await tx.run(findPricesOfLastDays, [batchIds])
  const groups = Map.groupBy(rows, ({ batch_id }) => batch_id)
  return new Map([...groups].map(([id, prices]) => [id, prices.map(priceOf)]))
}

/** Sets the price, in the batch's own currency, and adds it to the price history. */
export async function writePrice(
  tx: Transaction,
  batchId: string,
  priceMicros: number,
  { by, source }: { readonly by: string; readonly source: string },
): Promise<void> {
  await tx.run(updatePrice, [batchId, priceMicros, by, source])
}
