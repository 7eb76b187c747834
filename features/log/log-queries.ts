// Declares the SQL that reads the public logs.
import type { Db } from '#platform/database/database.ts'
import { statement } from '#platform/database/statement.ts'

/** SQL condition of the log `l` with the number `$1`, or of the current log if `$1` is null. */
const isLog = `l.number = coalesce($1::int2, (select number from logs where closed_at is null))`
/** SQL condition: the log publishes the checkpoint that a process shows to witnesses (witness/ask-witnesses.ts). */
const isShown = '(w.lease_until > now() or w.size >= h.size)'
/**
 * Returns the published head of the log with this number, or of the current log for null; null if there is
 * none. Entries and tiles may go beyond it. `witnessed_…` is the newest checkpoint with a quorum of witnesses.
 */
export const readHead = statement(
  'find-log-head',
  {
    number: 'int2',
    origin: 'text',
    public_key: 'bytea',
    size: 'int8',
    checkpoint: 'text',
    witnessed_size: 'int8?',
    witnessed_checkpoint: 'text?',
  },
  `select l.number, l.origin, l.public_key, case when ${isShown} then w.size else h.size end as size,
     case when ${isShown} then w.checkpoint else h.checkpoint end as checkpoint,
     w.witnessed_size, w.witnessed_checkpoint
   from logs l join log_heads h on h.log_number = l.number
   left join log_witnessings w on w.log_number = l.number where ${isLog}`,
).row<[logNumber: number | null]>()

/** Returns the names and keys of the newest logs, the current one first. */
export const readLogKeys = statement(
  'find-log-keys',
  { origin: 'text', public_key: 'bytea' },
  `select origin, public_key from logs order by closed_at is not null, number desc limit 32`,
).rows<[]>()

const findTile = statement(
  'find-log-tile',
  { hashes: 'bytea' },
  `select t.hashes from logs l join log_tiles t on t.log_number = l.number
   where ${isLog} and t.level = $2 and t.tile_index = $3`,
)
const findEntries = statement(
  'find-log-entries',
  { entry: 'text' },
  `select e.entry from logs l join log_entries e on e.log_number = l.number
   where ${isLog} and e.entry_index >= $2 and e.entry_index < $3 order by e.entry_index`,
)

/**
 * Returns the current log's entries that allocate places to the purchases. Leaves out a purchase that
 * has no entry yet or whose salt was erased.
 */
export const readSales = statement(
  'find-log-sales',
  { purchase_id: 'uuid', log_number: 'int2', entry_index: 'int8', entry: 'text', salt: 'bytea' },
  `select k.purchase_id, e.log_number, e.entry_index, e.entry, e.salt
   from kg_postings k cross join logs l
   join log_entries e on e.log_number = l.number and e.fact_id = k.id
   where k.purchase_id = any($1::uuid[]) and l.closed_at is null
     and e.entry like '{"kind":"allocate"%' and e.salt is not null`,
).rows<[purchaseIds: readonly string[]]>()

/** Selects replacements in the order in which they were recorded. */
const findReplacements = statement(
  'find-log-replacements',
  {
    former_batch_id: 'uuid',
    former_first_place: 'int8',
    batch_id: 'uuid',
    first_place: 'int8',
    last_place: 'int8',
    day: 'date',
    log_number: 'int2?',
    entry_index: 'int8?',
    entry: 'text?',
  },
  `select n.former_batch_id, n.former_first_place, n.batch_id, n.first_place, n.last_place,
     (n.created_at at time zone 'UTC')::date as day, e.log_number, e.entry_index, e.entry
   from unnest($1::uuid[], $2::int8[]) as given (batch_id, first_place)
   join log_notices n on n.former_batch_id = given.batch_id
     and n.former_first_place = given.first_place
   left join log_entries e on e.fact_id = n.id
     and e.log_number = (select number from logs where closed_at is null)
   order by n.id`,
)

/** Returns all hashes of a tile. Returns null if the tile does not exist. */
export async function readTile(
  db: Db,
  logNumber: number | null,
  level: number,
  index: number,
): Promise<Buffer | null> {
  const [row] = await db.run(findTile, [logNumber, level, index])
  return row?.hashes ?? null
}

/** Returns at most `count` entries from `first` on. */
export async function readEntries(
  db: Db,
  logNumber: number | null,
  first: number,
  count: number,
): Promise<string[]> {
  const rows = await db.run(findEntries, [logNumber, first, first + count])
  return rows.map(({ entry }) => entry)
}

/**
 * Returns the replacements of the ranges that begin at these places, with their entries in the current
 * log.
 */
export async function readReplacements(
  db: Db,
  ranges: readonly { readonly batchId: string; readonly firstPlace: number }[],
) {
  if (ranges.length === 0) return []
  const firstPlaces = ranges.map(({ firstPlace }) => firstPlace)
  return db.run(findReplacements, [ranges.map(({ batchId }) => batchId), firstPlaces])
}
