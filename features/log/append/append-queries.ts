// Declares the SQL that appends to the log: its head, batches, entries and tiles. fact-queries.ts
// reads the facts that become entries.

import { saltBytes } from '#features/log/log-entry.ts'
import type { Tile } from '#features/log/tree/tiles.ts'
import type { Db, Transaction } from '#platform/database/database.ts'
import { type RowOf, statement } from '#platform/database/statement.ts'
import { unnestRows } from '#platform/database/unnest-rows.ts'
import type { Write } from '#platform/database/write.ts'
import type { FactsPage } from './fact-queries.ts'

/** Locks and returns the current log's head. Returns null if it is locked already, or there is no log. */
export const lockHead = statement(
  'lock-log-head',
  { log_number: 'int2', size: 'int8', checkpoint: 'text', taken_through: 'int8', awaited: 'text' },
  `select h.log_number, h.size, h.checkpoint, h.taken_through, (h.awaited + h.awaited_older)::text as awaited
   from log_heads h join logs l on l.number = h.log_number
   where l.closed_at is null for update of h skip locked`,
).row<[], Transaction>()

const findSerials = statement(
  'find-log-serials',
  { id: 'uuid', registry: 'text', serial_number: 'text', allocated_kg: 'int8' },
  `select b.id, p.registry, b.serial_number, coalesce(l.allocated_kg, 0) as allocated_kg
   from batches b join projects p on p.id = b.project_id
   left join log_batches l on l.batch_id = b.id and l.log_number = $1
   where b.id = any($2::uuid[])`,
)
const findIndexes = statement(
  'find-log-indexes',
  { fact_id: 'int8', entry_index: 'int8' },
  `select fact_id, entry_index from log_entries
   where log_number = $1 and fact_id = any($2::int8[])`,
)
type TilePosition = { readonly level: number; readonly index: number }
const tilePosition = unnestRows<TilePosition>({
  level: ['int2', ({ level }) => level],
  tile_index: ['int8', ({ index }) => index],
})
const findTiles = statement(
  'find-log-tiles',
  { level: 'int2', index: 'int8', hashes: 'bytea' },
  `select t.level, t.tile_index as index, t.hashes
   from ${tilePosition.rows}
   join log_tiles t on t.log_number = $3 and t.level = given.level
     and t.tile_index = given.tile_index`,
)

export type WrittenEntry = {
  readonly index: number
  readonly factId: number | null
  /** Compact JSON without a line break. */
  readonly entry: string
  readonly salt: Buffer | null
}
const noSalt = Buffer.alloc(saltBytes)
/**
 * Inserts consecutive entries. One parameter contains all texts, one per line, and another all salts:
 * arrays would cost more than the rest of the statement. A salt that was erased in a previous log is
 * not stored again.
 */
const insertEntries = statement(
  'insert-log-entries',
  {},
  `insert into log_entries (log_number, entry_index, fact_id, entry, salt)
   select $1::int2, $2::int8 + turn - 1, fact_id, entry,
     case when $1 = 1 or not exists (select from log_entries former where former.log_number < $1
         and former.fact_id = given.fact_id and former.salt is null)
       then nullif(substring($5::bytea from (turn::int - 1) * ${saltBytes} + 1 for ${saltBytes}),
         '\\x${noSalt.toString('hex')}'::bytea) end
   from rows from (unnest($3::int8[]), string_to_table($4::text, E'\\n'))
     with ordinality as given (fact_id, entry, turn)`,
)
type WrittenTile = Tile & { readonly logNumber: number }
const tileRow = unnestRows<WrittenTile>({
  log_number: ['int2', ({ logNumber }) => logNumber],
  level: ['int2', ({ level }) => level],
  tile_index: ['int8', ({ index }) => index],
  hashes: ['bytea', ({ hashes }) => hashes],
})
const upsertTiles = statement(
  'upsert-log-tiles',
  {},
  `insert into log_tiles (${tileRow.names}) select ${tileRow.names} from ${tileRow.rows}
   on conflict (log_number, level, tile_index) do update set hashes = excluded.hashes`,
)
type BatchAllocation = {
  readonly logNumber: number
  readonly batchId: string
  readonly allocatedKg: number
}
const batchRow = unnestRows<BatchAllocation>({
  log_number: ['int2', ({ logNumber }) => logNumber],
  batch_id: ['uuid', ({ batchId }) => batchId],
  allocated_kg: ['int8', ({ allocatedKg }) => allocatedKg],
})
const upsertBatches = statement(
  'upsert-log-batches',
  {},
  `insert into log_batches (${batchRow.names}) select ${batchRow.names} from ${batchRow.rows}
   on conflict (log_number, batch_id) do update set allocated_kg = excluded.allocated_kg`,
)

/**
 * Moves the head. Ids up to `taken_through` that were not visible stay in `awaited`, because their
 * transactions may still commit. Once every transaction from before `horizon` has ended, no id in
 * `awaited_older` can become visible. Then `awaited` replaces `awaited_older`.
 */
const moveHead = statement(
  'move-log-head',
  {},
  `update log_heads h set size = $2, checkpoint = $3, taken_through = $4,
     awaited_older = case when moved.ended then moved.unseen - h.awaited_older
       else moved.unseen * h.awaited_older end,
     awaited = case when moved.ended then '{}' else moved.unseen - h.awaited_older end,
     horizon = case when moved.ended then $7::text::xid8 else h.horizon end
   from (select horizon <= $6::text::xid8 as ended,
       $5::int8multirange * int8multirange(int8range(null, $4, '(]')) as unseen
     from log_heads where log_number = $1) as moved
   where h.log_number = $1`,
)

export type LogHead = RowOf<typeof lockHead>

/** Returns registry, serial and the number of places allocated in this log, by batch id. */
export async function readBatches(db: Db, logNumber: number, batchIds: readonly string[]) {
  const rows = await db.run(findSerials, [logNumber, batchIds])
  return new Map(rows.map((row) => [row.id, row]))
}
export type LoggedBatch = RowOf<typeof findSerials>

/** Returns the index of each fact's entry, by fact id. Facts without an entry in the log are left out. */
export async function readIndexes(db: Db, logNumber: number, factIds: readonly number[]) {
  const rows = factIds.length === 0 ? [] : await db.run(findIndexes, [logNumber, factIds])
  return new Map(rows.map((row) => [row.fact_id, row.entry_index]))
}

/** Returns the tiles at these positions. Leaves out tiles that do not exist. */
export function readTiles(
  db: Db,
  logNumber: number,
  tiles: readonly TilePosition[],
): Promise<Tile[]> {
  return db.run(findTiles, [...tilePosition.values(tiles), logNumber])
}

export type Growth = {
  readonly logNumber: number
  readonly size: number
  readonly checkpoint: string
  /** The last id of a fact that the log includes or awaits. */
  readonly through: number
  readonly page: FactsPage
  readonly entries: readonly WrittenEntry[]
  readonly tiles: readonly Tile[]
  /** The number of allocated places, for each batch with new allocations. */
  readonly allocatedKg: ReadonlyMap<string, number>
}

/** Returns the writes of entries, tiles, batches and the head. */
export function growthWrites(growth: Growth): Write[] {
  const { logNumber, allocatedKg, page } = growth
  const batches = [...allocatedKg].map(([batchId, kg]) => ({ logNumber, batchId, allocatedKg: kg }))
  const { unseen, xmin, xmax } = page
  const head = [growth.size, growth.checkpoint, growth.through, unseen, xmin, xmax]
  return [
    ...leafWrites(logNumber, growth),
    ...batchRow.writes(upsertBatches, batches),
    { statement: moveHead, values: [logNumber, ...head] },
  ]
}

/** Returns the writes of entries and of the tiles with their hashes. */
export function leafWrites(
  logNumber: number,
  { entries, tiles }: Pick<Growth, 'entries' | 'tiles'>,
): Write[] {
  return [
    ...entryWrites(logNumber, entries),
    ...tileRow.writes(
      upsertTiles,
      tiles.map((tile) => ({ logNumber, ...tile })),
    ),
  ]
}

function entryWrites(logNumber: number, entries: readonly WrittenEntry[]): Write[] {
  const [first] = entries
  if (first === undefined) return []
  const values = [
    logNumber,
    first.index,
    entries.map(({ factId }) => factId),
    entries.map(({ entry }) => entry).join('\n'),
    Buffer.concat(entries.map(({ salt }) => salt ?? noSalt)),
  ]
  return [{ statement: insertEntries, values }]
}
