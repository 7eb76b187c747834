// Allocates places of a batch to sales. The first sold kilogram has place 1, and there are no gaps.
// The places of one sale are consecutive.
import type { Transaction } from '#platform/database/database.ts'
import { statement } from '#platform/database/statement.ts'
import { unnestRows } from '#platform/database/unnest-rows.ts'

type Sale = {
  /** The id of the sale. */
  readonly causeId: string
  readonly batchId: string
  readonly quantityKg: number
}

const sale = unnestRows<Sale>({
  batch_id: ['uuid', ({ batchId }) => batchId],
  kg: ['int8', ({ quantityKg }) => quantityKg],
})
const takePlacesOfBatches = statement(
  'take-places',
  { batch_id: 'uuid', sold_before_kg: 'int8' },
  `with given as (
     select batch_id, sum(kg)::bigint as kg
     from ${sale.rows} group by batch_id
   ), locked as (
     select batch_id from batch_places where batch_id = any(${sale.array('batch_id')})
     order by batch_id for update
   )
   update batch_places places set sold_kg = places.sold_kg + given.kg
   from given join locked on locked.batch_id = given.batch_id
   where places.batch_id = given.batch_id
   returning places.batch_id, old.sold_kg as sold_before_kg`,
)

const lockPlacesOfBatches = statement(
  'lock-places',
  { batch_id: 'uuid', sold_kg: 'int8' },
  `select batch_id, sold_kg from batch_places where batch_id = any($1::uuid[])
   order by batch_id for update`,
)

/**
 * Locks the batches' rows of places until the transaction ends. Returns the number of allocated places
 * by batch.
 */
export async function lockPlaces(
  tx: Transaction,
  batchIds: readonly string[],
): Promise<Map<string, number>> {
  const rows = await tx.run(lockPlacesOfBatches, [batchIds])
  return new Map(rows.map((row) => [row.batch_id, row.sold_kg]))
}

/**
 * Allocates the next places of batches to sales, in the order of `sales`. Locks the batches' rows of
 * places until the transaction ends. Returns the first place by sale id. Throws if a batch was never
 * issued.
 */
export async function takePlaces(
  tx: Transaction,
  sales: readonly Sale[],
): Promise<Map<string, number>> {
  const rows = await tx.run(takePlacesOfBatches, sale.values(sales))
  const next = new Map(rows.map((row) => [row.batch_id, row.sold_before_kg + 1]))
  const places = new Map<string, number>()
  for (const { causeId, batchId, quantityKg } of sales) {
    const place = next.get(batchId)
    if (place === undefined) throw new Error(`batch ${batchId} has no places`)
    places.set(causeId, place)
    next.set(batchId, place + quantityKg)
  }
  return places
}
