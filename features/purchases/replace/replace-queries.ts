// Declares the SQL of replacements: purchases with kilograms of a batch, locks, and segments.
import { sqlInForce } from '#features/purchases/states/state-sql.ts'
import type { Db, Transaction } from '#platform/database/database.ts'
import { statement } from '#platform/database/statement.ts'
import { unnestRows } from '#platform/database/unnest-rows.ts'

/** SQL of the range of places of a present segment `pl`. */
const segmentRange = 'int8multirange(int8range(pl.first_place, pl.first_place + pl.kg))'
/** SQL of the retired ranges of places that overlap a present segment `pl`. */
const retiredRanges = `(select coalesce(range_agg(int8range(r.first_place, r.last_place, '[]')), '{}')
     from retired_places r where r.batch_id = pl.batch_id
       and r.first_place < pl.first_place + pl.kg and r.last_place >= pl.first_place)`

/** Scans all purchases. An index by batch would slow down the writes of every purchase. */
const findHeld = statement(
  'find-purchases-to-replace',
  { purchase_id: 'uuid', kg: 'int8' },
  `select pl.purchase_id, sum(upper(part) - lower(part))::bigint as kg
   from present_places pl join purchases p on p.id = pl.purchase_id
   cross join lateral unnest(${segmentRange} - ${retiredRanges}) part
   where pl.batch_id = $1 and ${sqlInForce()} group by 1 order by 1`,
)
const lockInForce = statement(
  'lock-purchases-to-replace',
  { id: 'uuid', holder_id: 'uuid?' },
  `select p.id, p.holder_id from purchases p where p.id = any($1::uuid[]) and ${sqlInForce()}
   order by p.id for update`,
)
/** Retirements and refunds lock the same rows. A later transaction therefore sees an earlier one. */
const lockBatches = statement(
  'lock-batches-to-replace',
  { id: 'uuid', offer: 'text' },
  'select id, offer from batches where id = any($1::uuid[]) order by id for no key update',
)
const findParts = statement(
  'find-parts-to-replace',
  { purchase_id: 'uuid', first_place: 'int8', kg: 'int8', is_retired: 'bool' },
  `select pl.purchase_id, lower(part) as first_place, upper(part) - lower(part) as kg, is_retired
   from present_places pl
   cross join lateral (select unnest(${segmentRange} - ${retiredRanges}) as part, false as is_retired
     union all select unnest(${segmentRange} * ${retiredRanges}), true) parts
   where pl.purchase_id = any($1::uuid[]) and pl.batch_id = $2 order by 1, 2`,
)
const deletePresent = statement(
  'drop-present-pieces',
  {},
  `delete from purchase_places
   where purchase_id = any($1::uuid[]) and batch_id = $2 and replaced_by is null`,
)
export type Segment = {
  readonly purchaseId: string
  readonly batchId: string
  readonly firstPlace: number
  readonly kg: number
  readonly replacedBy: string | null
}
const segmentRows = unnestRows<Segment>({
  purchase_id: ['uuid', ({ purchaseId }) => purchaseId],
  batch_id: ['uuid', ({ batchId }) => batchId],
  first_place: ['int8', ({ firstPlace }) => firstPlace],
  kg: ['int8', ({ kg }) => kg],
  replaced_by: ['uuid', ({ replacedBy }) => replacedBy],
})
const insertSegments = statement(
  'insert-purchase-places',
  {},
  `insert into purchase_places (${segmentRows.names}) select ${segmentRows.names} from ${segmentRows.rows}`,
)

/** Returns the purchases with unretired kilograms of the batch, with their number, sorted by id. */
export async function findPurchasesHolding(
  db: Db,
  batchId: string,
): Promise<{ readonly purchaseId: string; readonly kg: number }[]> {
  const rows = await db.run(findHeld, [batchId])
  return rows.map(({ purchase_id, kg }) => ({ purchaseId: purchase_id, kg }))
}

/** Locks purchases in force and returns their holders by purchase id, null for a waiting gift. */
export async function lockHolders(
  tx: Transaction,
  purchaseIds: readonly string[],
): Promise<Map<string, string | null>> {
  const rows = await tx.run(lockInForce, [purchaseIds])
  return new Map(rows.map(({ id, holder_id }) => [id, holder_id]))
}

/**
 * Locks batches and returns the ids of the batches for sale. Concurrent retirements, refunds and changes of
 * an offer wait until the transaction ends.
 */
export async function lockBatchesToReplace(
  tx: Transaction,
  batchIds: readonly string[],
): Promise<Set<string>> {
  const rows = await tx.run(lockBatches, [batchIds])
  return new Set(rows.filter(({ offer }) => offer === 'offered').map(({ id }) => id))
}

export type Part = Omit<Segment, 'batchId' | 'replacedBy'> & { readonly isRetired: boolean }

/** Returns the purchases' places of the batch, split into retired and unretired parts. */
export async function findPartsOf(
  tx: Transaction,
  purchaseIds: readonly string[],
  batchId: string,
): Promise<Part[]> {
  const rows = await tx.run(findParts, [purchaseIds, batchId])
  return rows.map((row) => ({
    purchaseId: row.purchase_id,
    firstPlace: row.first_place,
    kg: row.kg,
    isRetired: row.is_retired,
  }))
}

/** Deletes the purchases' present segments of the batch, and inserts `segments`. */
export async function writeSegments(
  tx: Transaction,
  batchId: string,
  segments: readonly Segment[],
): Promise<void> {
  await tx.run(deletePresent, [[...new Set(segments.map(({ purchaseId }) => purchaseId))], batchId])
  await tx.run(insertSegments, segmentRows.values(segments))
}
