// Declares the SQL of registries' lists: their rows with units of our batches, and the records that they confirm.
import type { Db, Transaction } from '#platform/database/database.ts'
import { type RowOf, statement } from '#platform/database/statement.ts'
import { unnestRows } from '#platform/database/unnest-rows.ts'
import type { ListedUnits } from './registry-list-file.ts'

const listed = unnestRows<ListedUnits>({
  line: ['int8', ({ line }) => line],
  registry: ['text', ({ registry }) => registry],
  trunk: ['text', ({ serial }) => serial.trunk],
  // A number of 18 digits is beyond JavaScript's safe integers.
  first_unit: ['text', ({ serial }) => String(serial.tonnes.first)],
  last_unit: ['text', ({ serial }) => String(serial.tonnes.last)],
})
const meets = `b.serial_tonnes && int8range(i.first_unit::int8, i.last_unit::int8, '[]')`
const batchesOf = `select i.line, b.id as batch_id, b.serial_number, p.external_id as project,
     greatest(i.first_unit::int8 - lower(b.serial_tonnes), 0) as first_tonne,
     least(i.last_unit::int8 + 1, upper(b.serial_tonnes)) - lower(b.serial_tonnes) as end_tonne
   from ${listed.unnest} as i (${listed.names})`
/** The first part can use the index of batches whose serials never meet. The other batches are few. */
const findBatches = statement(
  'find-batches-of-listed-units',
  {
    line: 'int8',
    batch_id: 'uuid',
    serial_number: 'text',
    project: 'text',
    first_tonne: 'int8',
    end_tonne: 'int8',
  },
  `${batchesOf} join batches b on trunk_number(b.serial_trunk) && trunk_number(i.trunk) and ${meets}
     and b.offer not in ('conflicting', 'unread')
   join projects p on p.id = b.project_id and p.registry = i.registry
   union all
   ${batchesOf} join batches b on b.offer = 'conflicting' and b.serial_trunk = i.trunk and ${meets}
   join projects p on p.id = b.project_id and p.registry = i.registry`,
)
/** A batch with units of a row. The first tonne of the batch is 0; `end_tonne` is the one after the last. */
export type MetBatch = RowOf<typeof findBatches>

/** Returns the batches of the same registry that share units with the rows. */
export function findBatchesOf(db: Db, units: readonly ListedUnits[]): Promise<MetBatch[]> {
  return db.run(findBatches, listed.values(units))
}

/** Returns true if the registry has a project of this id. */
export const isProjectOf = statement(
  'is-project-of-registry',
  { id: 'uuid' },
  'select id from projects where registry = $1 and external_id = $2',
).found<[registry: string, project: string]>()

const insertList = statement(
  'insert-retirement-list',
  { id: 'int8' },
  `insert into retirement_lists (registry, project, taken_on, row_count)
   values ($1, $2, $3, $4) returning id`,
)
export type RegistryList = {
  readonly registry: string
  /** The only project of the list, or null for all. */
  readonly project: string | null
  readonly takenOn: string
  readonly rows: number
}

/** Stores a list without its rows, and returns its id. */
export async function storeList(tx: Transaction, list: RegistryList): Promise<number> {
  const { registry, project, takenOn, rows } = list
  const [stored] = await tx.run(insertList, [registry, project, takenOn, rows])
  if (stored === undefined) throw new Error('a list was not stored')
  return stored.id
}

/** A row of a list, limited to places of one batch. */
export type StoredListRow = {
  readonly listId: number
  readonly units: ListedUnits
  readonly batchId: string
  readonly serialNumber: string
  readonly firstPlace: number
  readonly lastPlace: number
}
const row = unnestRows<StoredListRow>({
  list_id: ['int8', ({ listId }) => listId],
  line: ['int8', ({ units }) => units.line],
  batch_id: ['uuid', ({ batchId }) => batchId],
  first_place: ['int8', ({ firstPlace }) => firstPlace],
  last_place: ['int8', ({ lastPlace }) => lastPlace],
  serial: ['text', ({ units }) => units.text],
  retired_on: ['date', ({ units }) => units.retiredOn],
  beneficiary: ['text', ({ units }) => units.beneficiary],
  reference: ['text', ({ units }) => units.reference],
  is_cancelled: ['bool', ({ units }) => units.isCancelled],
})
const insertRows = statement(
  'insert-retirement-list-rows',
  {},
  `insert into retirement_list_rows (${row.names}) select ${row.names} from ${row.rows}`,
)
/** Maximum number of rows of one statement. */
const rowsAtOnce = 5_000

export async function storeListRows(
  tx: Transaction,
  rows: readonly StoredListRow[],
): Promise<void> {
  for (let from = 0; from < rows.length; from += rowsAtOnce) {
    await tx.run(insertRows, row.values(rows.slice(from, from + rowsAtOnce)))
  }
}

export const findings = ['listed', 'other_beneficiary', 'other_day', 'cancelled'] as const
export type Finding = (typeof findings)[number]

const findMatches = statement(
  'find-matches-of-retirement-lists',
  { line: 'int8', retirement_id: 'int8', finding: findings },
  `select line, retirement_id, finding from retirement_list_matches
   where list_id = any($1::int8[]) order by line, retirement_id`,
)
/** A record counts as listed if its rows cover it and none says anything else: `does_list_confirm`. */
const findListed = statement(
  'find-records-of-retirement-lists',
  {
    retirement_id: 'int8',
    list_id: 'int8',
    batch_id: 'uuid',
    first_place: 'int8',
    last_place: 'int8',
    reference: 'text',
    is_listed: 'bool',
    is_confirmed: 'bool',
  },
  `select r.notice_id as retirement_id, m.list_id, r.batch_id, r.first_place, r.last_place,
     r.reference, m.is_listed and m.places @> int8range(r.first_place, r.last_place, '[]') as is_listed,
     exists (select from retirement_confirmations c where c.retirement_id = r.notice_id)
       as is_confirmed
   from (select list_id, retirement_id, bool_and(finding = 'listed') as is_listed,
       range_agg(places) as places
     from retirement_list_matches where list_id = any($1::int8[]) group by 1, 2) m
   join retirements r on r.notice_id = m.retirement_id order by 1`,
)
/** A record that shares units with a list. */
export type ListedRecord = RowOf<typeof findListed>

/** Returns what the lists say of each record. Under `lockSoldBatches` the records stay. */
export async function findListedRecords(tx: Transaction, listIds: readonly number[]) {
  const records = await tx.run(findListed, [listIds])
  return { records, matches: await tx.run(findMatches, [listIds]) }
}

/** SQL of the places of list rows `w` of one batch that no record has, as a multirange. */
const sqlUnrecorded = (batch: string) =>
  `range_agg(int8range(w.first_place, w.last_place, '[]'))
     - coalesce((select range_agg(int8range(v.first_place, v.last_place, '[]'))
       from retired_places v where v.batch_id = ${batch}), '{}')`
const findUnrecorded = statement(
  'find-unrecorded-places-of-lists',
  { batch_id: 'uuid', serial_number: 'text', offer: 'text', places: 'text' },
  `select u.batch_id, b.serial_number, b.offer, u.places::text as places
   from (select w.batch_id, ${sqlUnrecorded('w.batch_id')} as places
     from retirement_list_rows w where w.list_id = any($1::int8[]) group by w.batch_id) u
   join batches b on b.id = u.batch_id where u.places <> '{}' order by b.id`,
)
export type UnrecordedBatch = RowOf<typeof findUnrecorded>

/** Returns the batches with places that the lists show as retired or cancelled and no record has. */
export function findUnrecordedPlaces(
  tx: Transaction,
  listIds: readonly number[],
): Promise<UnrecordedBatch[]> {
  return tx.run(findUnrecorded, [listIds])
}

type Confirmation = {
  readonly noticeId: number
  readonly retirementId: number
  readonly listId: number
}
const confirmation = unnestRows<Confirmation>({
  notice_id: ['int8', ({ noticeId }) => noticeId],
  retirement_id: ['int8', ({ retirementId }) => retirementId],
  list_id: ['int8', ({ listId }) => listId],
})
const insertConfirmations = statement(
  'insert-retirement-confirmations',
  {},
  `insert into retirement_confirmations (${confirmation.names})
   select ${confirmation.names} from ${confirmation.rows}`,
)

export async function writeConfirmations(
  tx: Transaction,
  confirmations: readonly Confirmation[],
): Promise<void> {
  await tx.run(insertConfirmations, confirmation.values(confirmations))
}

/** Days after its record from which a list must show a retirement. */
export const listingDays = 30
/** SQL condition: the list `l` covers the project `p`. */
const sqlCovers = `l.registry = p.registry and (l.project is null or l.project = p.external_id)`
/**
 * Counts kilograms of records that the newest list does not show as ours, though it was taken 30 days after the record
 * or later. Counts batches with places that the newest list shows as retired and no record has. A replaced batch, and
 * one that is in conflict with another, is never sold again.
 */
const countOpen = statement(
  'count-unconfirmed-retirements',
  { unlisted_kg: 'int8', unrecorded_batches: 'int8' },
  `with newest as materialized (
     select b.id as batch_id, l.id, l.taken_on from batches b join projects p on p.id = b.project_id
     cross join lateral (select l.id, l.taken_on from retirement_lists l where ${sqlCovers}
       order by l.taken_on desc, l.id desc limit 1) l
     where exists (select from retirements r where r.batch_id = b.id)
       or exists (select from retirement_list_rows w where w.batch_id = b.id)
   ), judged as (
     select m.retirement_id, bool_and(m.finding = 'listed') as is_listed, range_agg(m.places) as places
     from newest n join retirement_list_matches m on m.list_id = n.id and m.batch_id = n.batch_id
     group by 1)
   select (select coalesce(sum(r.last_place - r.first_place + 1), 0)::int8
     from newest n join retired_places v on v.batch_id = n.batch_id
     join retirements r on r.notice_id = v.notice_id
     left join judged j on j.retirement_id = r.notice_id
     where n.taken_on >= (r.recorded_at at time zone 'UTC')::date + ${listingDays}
       and (j.is_listed and j.places @> int8range(r.first_place, r.last_place, '[]')) is not true)
     as unlisted_kg,
   (select count(*) from newest n join batches b on b.id = n.batch_id
     cross join lateral (select ${sqlUnrecorded('n.batch_id')} as places
       from retirement_list_rows w where w.list_id = n.id and w.batch_id = n.batch_id) u
     where b.offer <> 'conflicting' and b.replaced_at is null and u.places <> '{}')
     as unrecorded_batches`,
)

/** Returns what staff have to look into after the newest lists. */
export async function countUnconfirmed(db: Db): Promise<RowOf<typeof countOpen>> {
  const [counts] = await db.run(countOpen)
  return counts ?? { unlisted_kg: 0, unrecorded_batches: 0 }
}
