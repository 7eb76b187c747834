// The SQL of prices: what a batch costs and has cost. A price is only ever added (a trigger refuses the rest).

import type { Db, Transaction } from '#platform/database/database.ts'
import { statement } from '#platform/database/statement.ts'
import type { Price } from '../import/price-judgement.ts'

/** No purchase waits for it: what refers to a batch needs its key alone. */
const lockBatches = statement(
  'lock-batches-for-prices',
  { id: 'uuid', price_micros: 'int8', currency: 'bpchar' },
  `select id, price_micros, currency from batches where id = any($1::uuid[])
   order by id for no key update`,
)
/** The present one, those since 7 days ago, and the one that was in force then. */
const findInForce = statement(
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
const listOfBatch = statement(
  'list-prices-of-batch',
  { price_micros: 'int8', currency: 'bpchar', at: 'timestamptz', by_name: 'text', source: 'text' },
  `select price_micros, currency, at, by_name, source from batch_prices where batch_id = $1
   order by id desc`,
)

const priceOf = (row: { price_micros: number; currency: string }): Price => ({
  priceMicros: row.price_micros,
  currency: row.currency,
})

/** The present prices by batch. Locked until the transaction ends. */
export async function lockPrices(
  tx: Transaction,
  batchIds: readonly string[],
): Promise<ReadonlyMap<string, Price>> {
  const rows = await tx.run(lockBatches, [batchIds])
  return new Map(rows.map((row) => [row.id, priceOf(row)]))
}

/** The prices that were in force at any time of the last 7 days, by batch. */
export async function findLatePrices(
  tx: Db,
  batchIds: readonly string[],
): Promise<ReadonlyMap<string, readonly Price[]>> {
  const rows = await tx.run(findInForce, [batchIds])
  const groups = Map.groupBy(rows, ({ batch_id }) => batch_id)
  return new Map([...groups].map(([id, found]) => [id, found.map(priceOf)]))
}

/** In the batch's own currency. */
export async function writePrice(
  tx: Transaction,
  batchId: string,
  priceMicros: number,
  { by, source }: { readonly by: string; readonly source: string },
): Promise<void> {
  await tx.run(updatePrice, [batchId, priceMicros, by, source])
}

/** Newest first. */
export function listPrices(db: Db, batchId: string) {
  return db.run(listOfBatch, [batchId])
}
