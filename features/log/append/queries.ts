// SQL of appending. Facts are postings of kilograms and notices, which share one numbering: whoever
// began after another one's commit has the higher numbers.
import { saltBytes } from '#features/log/log-entry.ts'
import type { Tile } from '#features/log/tree/tiles.ts'
import { kgAccounts } from '#ledger/accounts.ts'
import { causeColumn } from '#ledger/cause-column.ts'
import type { Db, Transaction } from '#platform/database/database.ts'
import { type RowOf, statement } from '#platform/database/statement.ts'
import { unnestRows } from '#platform/database/unnest-rows.ts'

const lockOpenHead = statement(
  'lock-log-head',
  { log_number: 'int2', size: 'int8', checkpoint: 'text', taken_through: 'int8', awaited: 'text' },
  `select h.log_number, h.size, h.checkpoint, h.taken_through, (h.awaited + h.awaited_older)::text as awaited
   from log_heads h join logs l on l.number = h.log_number
   where l.closed_at is null for update of h skip locked`,
)
/** Facts that the log tells; of postings, those that make a batch, sell of it or take back. */
const factKinds = [
  'issue',
  'allocate',
  'return',
  'withdraw',
  'offer',
  'retire',
  'correct',
  'replace',
] as const
/** Whether a posting makes a batch, and whether it sells of one. */
const issues = (p: string) => `${p}.source = '${kgAccounts.issued.name}'`
const sells = (p: string) =>
  `${p}.source = '${kgAccounts.held.name}' and ${p}.destination <> '${kgAccounts.available.name}'`
/** Of a purchase that was replaced, notices tell which places go back. */
const returns = (p: string) => `${p}.destination = '${kgAccounts.returned.name}'
  and not exists (select from purchase_places w where w.purchase_id = ${p}.${causeColumn})`
const kindOfPosting = `case when ${issues('p')} then '${factKinds[0]}'
     when ${sells('p')} then '${factKinds[1]}'
     when (${returns('p')}) then '${factKinds[2]}' end`
const utcDay = (alias: string) => `(${alias}.created_at at time zone 'UTC')::date`
/** As SQL: whether the log tells of the posting that the alias stands for. */
export const factPostings = (alias: string) =>
  `(${issues(alias)} or (${sells(alias)}) or (${returns(alias)}))`
/**
 * One answer, and so one moment: what is visible above `$1`, in pieces of `$2` postings, and of the
 * numbers `$3` that were awaited. The first row tells how far it looked and which numbers below that
 * nobody sees: they are being written still, or never will be.
 */
const findFacts = statement(
  'find-log-facts',
  {
    id: 'int8?',
    kind: [...factKinds, null],
    batch_id: 'uuid?',
    cause_id: 'uuid?',
    kg: 'int8?',
    day: 'date?',
    first_place: 'int8?',
    reference: 'text?',
    corrects: 'int8?',
    former_batch_id: 'uuid?',
    former_first_place: 'int8?',
    through: 'int8?',
    unseen: 'text?',
    is_whole: 'bool?',
    xmin: 'text?',
    xmax: 'text?',
  },
  `with piece as materialized (
     select id from kg_postings where id > $1 order by id limit $2
   ), bounds as (
     select count(*) < $2 as is_whole, case when count(*) < $2
       then greatest($1, max(id), (select max(id) from log_notices)) else max(id) end as through
     from piece
   ), seen as materialized (
     select id from piece
     union all
     select n.id from bounds join log_notices n on n.id > $1 and n.id <= bounds.through
     union all
     select p.id from unnest($3::int8multirange) as span
       join kg_postings p on p.id >= lower(span) and p.id < upper(span)
     union all
     select n.id from unnest($3::int8multirange) as span
       join log_notices n on n.id >= lower(span) and n.id < upper(span)
   )
   select null::int8 as id, null as kind, null::uuid as batch_id, null::uuid as cause_id,
     null::int8 as kg, null::date as day,
     null::int8 as first_place, null as reference, null::int8 as corrects,
     null::uuid as former_batch_id, null::int8 as former_first_place, bounds.through,
     ($3::int8multirange + int8multirange(int8range($1, bounds.through, '(]'))
       - coalesce((select range_agg(int8range(id, id, '[]')) from seen), '{}'))::text as unseen,
     bounds.is_whole, pg_snapshot_xmin(pg_current_snapshot())::text as xmin,
     pg_snapshot_xmax(pg_current_snapshot())::text as xmax
   from bounds
   union all
   select p.id, ${kindOfPosting}, p.batch_id, p.${causeColumn}, p.quantity_kg, ${utcDay('p')}, null,
     null, null, null, null, null, null, null, null, null
   from seen join kg_postings p on p.id = seen.id where ${kindOfPosting} is not null
   union all
   select n.id, n.kind, n.batch_id, null, n.last_place - n.first_place + 1, ${utcDay('n')},
     n.first_place, n.reference, n.corrects, n.former_batch_id, n.former_first_place, null, null,
     null, null, null
   from seen join log_notices n on n.id = seen.id`,
)
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
type TilePlace = { readonly level: number; readonly index: number }
const tilePlace = unnestRows<TilePlace>({
  level: ['int2', ({ level }) => level],
  tile_index: ['int8', ({ index }) => index],
})
const findTiles = statement(
  'find-log-tiles',
  { level: 'int2', index: 'int8', hashes: 'bytea' },
  `select t.level, t.tile_index as index, t.hashes
   from ${tilePlace.rows}
   join log_tiles t on t.log_number = $3 and t.level = given.level
     and t.tile_index = given.tile_index`,
)

export type WrittenEntry = {
  readonly index: number
  readonly factId: number | null
  /** Without a line break, as all compact JSON is. */
  readonly entry: string
  readonly salt: Buffer | null
}
const noSalt = Buffer.alloc(saltBytes)
/**
 * Entries that follow each other, their texts as lines and their salts as one run of bytes: an array of
 * either would cost more than all the rest. A salt that was erased in the log before is not kept in
 * the next one either.
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
type Allocated = {
  readonly logNumber: number
  readonly batchId: string
  readonly allocatedKg: number
}
const batchRow = unnestRows<Allocated>({
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
 * Unseen numbers whose transactions have all ended since will never be seen: the older set is let go
 * once nothing runs that began before its horizon, and the newer one takes its place.
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

export type LogHead = RowOf<typeof lockOpenHead>
export type Fact = {
  readonly id: number
  readonly kind: (typeof factKinds)[number]
  readonly batchId: string
  /** The purchase of an allocation; null: the places went to the operator. */
  readonly causeId: string | null
  readonly kg: number
  /** `2026-11-22`, UTC. */
  readonly day: string
  /** Where a notice tells of places. */
  readonly firstPlace: number | null
  readonly reference: string | null
  /** The fact that is taken back. */
  readonly corrects: number | null
  /** Of a replacement: what stood there before, as many kilograms. */
  readonly former: { readonly batchId: string; readonly firstPlace: number } | null
}
/** What was looked at in one moment. */
export type Sight = {
  readonly facts: Fact[]
  /** The last number that was looked at. */
  readonly through: number
  /** Numbers up to it that nobody sees, as PostgreSQL writes a set of ranges. */
  readonly unseen: string
  /** Whether nothing above `through` was visible. */
  readonly isWhole: boolean
  /** Transactions below `xmin` had ended; those from `xmax` on had not begun. */
  readonly xmin: string
  readonly xmax: string
}

/** Null where another process appends at this moment, or where no log is open. */
export async function lockHead(tx: Transaction): Promise<LogHead | null> {
  const [head] = await tx.run(lockOpenHead)
  return head ?? null
}

export async function readFacts(
  tx: Transaction,
  head: LogHead,
  postingsMax: number,
): Promise<Sight> {
  const rows = await tx.run(findFacts, [head.taken_through, postingsMax, head.awaited])
  const facts = rows.flatMap((row): Fact[] => {
    const { id, kind, batch_id, day, reference, corrects } = row
    if (id === null || kind === null || batch_id === null || day === null) return []
    const { former_batch_id, former_first_place } = row
    const former =
      former_batch_id === null || former_first_place === null
        ? null
        : { batchId: former_batch_id, firstPlace: former_first_place }
    const known = { id, kind, batchId: batch_id, day, reference, corrects, former }
    return [{ ...known, causeId: row.cause_id, kg: row.kg ?? 0, firstPlace: row.first_place }]
  })
  const looked = rows.find(({ id }) => id === null)
  const { through, unseen, xmin, xmax } = looked ?? {}
  if (through == null || unseen == null || xmin == null || xmax == null) {
    throw new Error('the log did not learn how far it looked')
  }
  return { facts, through, unseen, xmin, xmax, isWhole: looked?.is_whole === true }
}

/** Registry, serial and kilograms with a place in this log, by batch. */
export async function readBatches(db: Db, logNumber: number, batchIds: readonly string[]) {
  const rows = await db.run(findSerials, [logNumber, batchIds])
  return new Map(rows.map((row) => [row.id, row]))
}
export type LoggedBatch = RowOf<typeof findSerials>

/** At which index a log tells of each fact, for those that it tells of. */
export async function readIndexes(db: Db, logNumber: number, factIds: readonly number[]) {
  const rows = factIds.length === 0 ? [] : await db.run(findIndexes, [logNumber, factIds])
  return new Map(rows.map((row) => [row.fact_id, row.entry_index]))
}

/** Those of the tiles that are there. */
export function readTiles(db: Db, logNumber: number, tiles: readonly TilePlace[]): Promise<Tile[]> {
  return db.run(findTiles, [...tilePlace.values(tiles), logNumber])
}

export type Growth = {
  readonly logNumber: number
  readonly size: number
  readonly checkpoint: string
  readonly through: number
  readonly sight: Sight
  readonly entries: readonly WrittenEntry[]
  readonly tiles: readonly Tile[]
  /** Kilograms with a place, by batch, for the batches that have more than before. */
  readonly allocatedKg: ReadonlyMap<string, number>
}

/** All statements are sent at once, so that they may travel with a commit. */
export async function writeGrowth(tx: Transaction, growth: Growth): Promise<void> {
  const { logNumber, allocatedKg, sight } = growth
  const batches = [...allocatedKg].map(([batchId, kg]) => ({ logNumber, batchId, allocatedKg: kg }))
  const { unseen, xmin, xmax } = sight
  const head = [growth.size, growth.checkpoint, growth.through, unseen, xmin, xmax]
  await Promise.all([
    writeLeaves(tx, logNumber, growth),
    batches.length > 0 && tx.run(upsertBatches, batchRow.values(batches)),
    tx.run(moveHead, [logNumber, ...head]),
  ])
}

/** Entries and the tiles that hold their hashes. */
export async function writeLeaves(
  tx: Transaction,
  logNumber: number,
  { entries, tiles }: Pick<Growth, 'entries' | 'tiles'>,
): Promise<void> {
  await Promise.all([
    insertAll(tx, logNumber, entries),
    tiles.length > 0 &&
      tx.run(upsertTiles, tileRow.values(tiles.map((tile) => ({ logNumber, ...tile })))),
  ])
}

async function insertAll(
  tx: Transaction,
  logNumber: number,
  entries: readonly WrittenEntry[],
): Promise<void> {
  const [first] = entries
  if (first === undefined) return
  await tx.run(insertEntries, [
    logNumber,
    first.index,
    entries.map(({ factId }) => factId),
    entries.map(({ entry }) => entry).join('\n'),
    Buffer.concat(entries.map(({ salt }) => salt ?? noSalt)),
  ])
}
