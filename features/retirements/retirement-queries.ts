// Declares the SQL of retirements: due tonnes, and the insert-only records and corrections.
import { sqlShownName } from '#features/catalogue/show-projects.ts'
import { warningHoldDays } from '#features/purchases/disputes/warning-hold.ts'
import { sqlReversal, sqlState } from '#features/purchases/states/state-sql.ts'
import type { Db, Transaction } from '#platform/database/database.ts'
import { type RowOf, statement } from '#platform/database/statement.ts'
import { unnestRows } from '#platform/database/unnest-rows.ts'
import type { PlaceRange } from './place-ranges.ts'
import { sqlSoldWholeAt } from './retired-sql.ts'

const columns = {
  batch_id: 'uuid',
  registry: 'text',
  project: 'text',
  serial_number: 'text',
  sold_kg: 'int8',
  logged_kg: 'int8',
  due: 'text',
  held_back: 'text',
  retired_kg: 'int8',
} as const
/** SQL condition: the payment of the completed purchase `p` is disputed or being refunded. */
const isReversed = `p.state = ${sqlState('COMPLETED')} and p.reversal in (${sqlReversal('disputed')}, ${sqlReversal('refunding')})`
/**
 * SQL of a batch with its `due` and `held_back` places as multiranges of whole tonnes. `due` contains
 * wholly sold tonnes that are neither retired nor held back. `held_back` contains tonnes with a payment
 * that is disputed, being refunded or recently reported as fraud. Both exclude tonnes with a replaced place.
 */
const retirable = `select b.id as batch_id, p.registry, p.external_id as project, b.serial_number, o.sold_kg,
     coalesce(l.allocated_kg, 0) as logged_kg,
     (whole.places - retired.places - reversed.places - replaced.places)::text as due,
     (whole.places * reversed.places - retired.places - replaced.places)::text as held_back,
     retired.kg as retired_kg
   from batches b join batch_places o on o.batch_id = b.id join projects p on p.id = b.project_id
   left join (log_batches l join logs on logs.number = l.log_number and logs.closed_at is null)
     on l.batch_id = b.id
   cross join lateral (select
       int8multirange(int8range(1, o.sold_kg / 1000 * 1000 + 1)) as places) whole
   cross join lateral (select coalesce(range_agg(int8range(
         (r.first_place - 1) / 1000 * 1000 + 1,
         (r.first_place + r.kg - 2) / 1000 * 1000 + 1001)), '{}') as places
     from (select p.first_place, p.quantity_kg::bigint as kg from purchases p where p.batch_id = b.id
         and ${isReversed} and not exists (select from purchase_places w where w.purchase_id = p.id)
       union all
       select w.first_place, w.kg from purchase_places w join purchases p on p.id = w.purchase_id
       where w.batch_id = b.id and w.replaced_by is null and ${isReversed}
       union all
       select pl.first_place, pl.kg from fraud_warnings f
       join present_places pl on pl.purchase_id = f.purchase_id
       where pl.batch_id = b.id
         and f.warned_at > now() - make_interval(days => ${warningHoldDays})) r) reversed
   cross join lateral (select coalesce(range_agg(int8range(
         (w.first_place - 1) / 1000 * 1000 + 1,
         (w.first_place + w.kg - 2) / 1000 * 1000 + 1001)), '{}') as places
     from purchase_places w where w.batch_id = b.id and w.replaced_by is not null) replaced
   cross join lateral (select
       coalesce(range_agg(int8range(r.first_place, r.last_place, '[]')), '{}') as places,
       coalesce(sum(r.last_place - r.first_place + 1), 0)::bigint as kg
     from retired_places r where r.batch_id = b.id) retired`
/** SQL of the time when a batch's oldest due tonne was wholly sold. `r` is the alias of `retirable`. */
const dueSince = `case when r.due <> '{}' then ${sqlSoldWholeAt('r.batch_id', 'lower(r.due::int8multirange) + 999')} end`
/** Returns every batch with sales. */
export const findSoldBatches = statement(
  'find-sold-batches',
  { ...columns, due_since: 'timestamptz?' },
  `select r.*, ${dueSince} as due_since from (${retirable} where o.sold_kg > 0) r
   order by r.registry, r.project, r.serial_number`,
).rows()

const findOldest = statement(
  'find-oldest-due-tonne',
  { due_kg: 'int8', due_since: 'timestamptz?' },
  `select coalesce(sum((select sum(upper(span) - lower(span))
       from unnest(r.due::int8multirange) span)), 0)::int8 as due_kg, min(${dueSince}) as due_since
   from (${retirable} where o.sold_kg >= 1000) r where r.due <> '{}'`,
)

/** Reads a page of batches. The columns `all_…` are sums over all batches. */
const findFigures = statement(
  'find-figures-of-batches',
  {
    registry: 'text',
    project_name: 'text',
    shown_project_name: 'text',
    serial_number: 'text',
    issued_kg: 'int8',
    sold_kg: 'int8',
    retired_kg: 'int8',
    due_kg: 'int8',
    is_uncompared: 'bool',
    withdrawn_kg: 'int8',
    replaced_kg: 'int8',
    confirmed_kg: 'int8',
    confirmed_on: 'date?',
    batches: 'int8',
    all_issued_kg: 'int8',
    all_sold_kg: 'int8',
    all_retired_kg: 'int8',
    all_due_kg: 'int8',
    all_withdrawn_kg: 'int8',
    all_replaced_kg: 'int8',
    all_confirmed_kg: 'int8',
    all_confirmed_on: 'date?',
    all_uncompared: 'int8',
  },
  `with figures as (
     select r.registry, p.name as project_name, ${sqlShownName('p')} as shown_project_name,
       r.serial_number, s.issued_kg, r.sold_kg, r.retired_kg, (select coalesce(sum(upper(span) - lower(span)), 0)::bigint
         from unnest(r.due::int8multirange) span) as due_kg, b.is_uncompared,
       case when b.offer = 'offered' then 0 else s.available_kg end as withdrawn_kg,
       (select coalesce(sum(w.kg), 0)::bigint from purchase_places w
         where w.batch_id = b.id and w.replaced_by is not null) as replaced_kg,
       confirmed.kg as confirmed_kg, confirmed.last_on as confirmed_on
     from (${retirable}) r join batch_stock s on s.batch_id = r.batch_id
     join batches b on b.id = r.batch_id join projects p on p.id = b.project_id
     cross join lateral (select coalesce(sum(c.last_place - c.first_place + 1), 0)::bigint as kg,
         max(c.confirmed_on) as last_on
       from confirmed_places c where c.batch_id = b.id) confirmed
   )
   select f.*, count(*) over () as batches, (sum(issued_kg) over ())::bigint as all_issued_kg,
     (sum(sold_kg) over ())::bigint as all_sold_kg,
     (sum(retired_kg) over ())::bigint as all_retired_kg,
     (sum(due_kg) over ())::bigint as all_due_kg,
     (sum(withdrawn_kg) over ())::bigint as all_withdrawn_kg,
     (sum(replaced_kg) over ())::bigint as all_replaced_kg,
     (sum(confirmed_kg) over ())::bigint as all_confirmed_kg,
     max(confirmed_on) over () as all_confirmed_on,
     count(*) filter (where is_uncompared) over () as all_uncompared
   from figures f order by sold_kg desc, registry, serial_number limit $1 offset $2`,
)

/**
 * Locks batches until the transaction ends, so that concurrent retirements and refunds wait. Inserts of
 * purchases do not wait, because their foreign key locks only the batch's key.
 */
export const lockSoldBatches = statement(
  'lock-batches-for-retirement',
  { id: 'uuid' },
  'select id from batches where id = any($1::uuid[]) order by id for no key update',
).effect<[batchIds: readonly string[]], Transaction>()

const findOfBatches = statement(
  'find-sold-batches-by-id',
  columns,
  `${retirable} where b.id = any($1::uuid[]) order by b.id`,
)
const findIssues = statement(
  'find-issues-of-batches',
  { id: 'uuid', vintage_year: 'int2', issued_on: 'date?' },
  'select id, vintage_year, issued_on from batches where id = any($1::uuid[])',
)
const lockReferences = statement(
  'lock-retirement-references',
  { turn: 'text' },
  `select pg_advisory_xact_lock(hashtextextended('retirement references', 0))::text as turn`,
)
/** A registry's letters and digits of a reference, as `referenceKey` has them without its blanks. */
const sqlLetters = (expression: string) =>
  `regexp_replace(lower(normalize(${expression}, nfkc) collate pg_unicode_fast), '[^[:alnum:]]+', '', 'g')`
const findBatches = statement(
  'find-batches-of-references',
  { reference: 'text', batch_id: 'uuid' },
  `select distinct p.reference, p.batch_id from retired_places p
   where ${sqlLetters('p.reference')} in (select ${sqlLetters('r')} from unnest($1::text[]) r)`,
)

/** Returns the uncorrected retirement records of a registry's reference. */
export const findByReference = statement(
  'find-retirements-by-reference',
  { notice_id: 'int8', batch_id: 'uuid', first_place: 'int8', last_place: 'int8', serial: 'text' },
  `select notice_id, batch_id, first_place, last_place, serial from retired_places
   where reference = $1 order by notice_id`,
).rows<[reference: string]>()

const findAmong = statement(
  'find-retirements-among-places',
  {
    first_place: 'int8',
    last_place: 'int8',
    reference: 'text',
    url: 'text?',
    retired_on: 'date',
    confirmed_on: 'date?',
  },
  `select greatest(r.first_place, $2) as first_place, least(r.last_place, $3) as last_place,
     r.reference, r.url, r.retired_on, c.confirmed_on
   from retired_places r left join confirmed_places c on c.retirement_id = r.notice_id
   where r.batch_id = $1 and r.first_place <= $3 and r.last_place >= $2 order by r.first_place`,
)

export type RetirementRecord = {
  readonly noticeId: number
  readonly batchId: string
  readonly firstPlace: number
  readonly lastPlace: number
  readonly serial: string
  readonly reference: string
  readonly url: string | null
  /** Date of the retirement in the registry, such as `2026-11-22`. */
  readonly retiredOn: string
  readonly exportId: number
}
const record = unnestRows<RetirementRecord>({
  notice_id: ['int8', ({ noticeId }) => noticeId],
  batch_id: ['uuid', ({ batchId }) => batchId],
  first_place: ['int8', ({ firstPlace }) => firstPlace],
  last_place: ['int8', ({ lastPlace }) => lastPlace],
  serial: ['text', ({ serial }) => serial],
  reference: ['text', ({ reference }) => reference],
  url: ['text', ({ url }) => url],
  export_id: ['int8', ({ exportId }) => exportId],
  retired_on: ['date', ({ retiredOn }) => retiredOn],
})
const insertRecords = statement(
  'insert-retirements',
  {},
  `insert into retirements (${record.names}) select ${record.names} from ${record.rows}`,
)
type Correction = { readonly id: number; readonly corrects: number }
const correction = unnestRows<Correction>({
  notice_id: ['int8', ({ id }) => id],
  retirement_id: ['int8', ({ corrects }) => corrects],
})
const insertCorrections = statement(
  'insert-retirement-corrections',
  {},
  `insert into retirement_corrections (notice_id, retirement_id, reason)
   select notice_id, retirement_id, $3 from ${correction.rows}`,
)

export type SoldBatch = RowOf<typeof findOfBatches>

/** Returns the kilograms of all due tonnes, and the time when the oldest became due. */
export async function findOldestDue(db: Db): Promise<RowOf<typeof findOldest>> {
  const [row] = await db.run(findOldest)
  return row ?? { due_kg: 0, due_since: null }
}

/** Returns a page of issued batches, sorted by sales in descending order. */
export function findBatchFigures(db: Db, { limit, offset }: { limit: number; offset: number }) {
  return db.run(findFigures, [limit, offset])
}

/**
 * Returns the sold, retired, due and held back places by batch id. Under `lockSoldBatches` they stay
 * current, except that a new dispute may hold back more tonnes.
 */
export async function findSoldOf(
  db: Db,
  batchIds: readonly string[],
): Promise<Map<string, SoldBatch>> {
  const rows = await db.run(findOfBatches, [batchIds])
  return new Map(rows.map((row) => [row.batch_id, row]))
}

/** Returns the vintage and day of issue by batch id. A retirement must not be dated before them. */
export async function findIssuesOf(db: Db, batchIds: readonly string[]) {
  const rows = await db.run(findIssues, [batchIds])
  return new Map(rows.map((row) => [row.id, row]))
}

/** Returns a key that is equal for references that differ only in case, blanks and signs between words. */
export function referenceKey(reference: string): string {
  const words = reference
    .normalize('NFKC')
    .toLowerCase()
    .match(/\p{L}+|\p{N}+/gu)
  return words?.join(' ') ?? reference
}

/**
 * Takes an advisory lock, so that other recordings wait until the transaction ends. Returns the ids of the
 * batches with retirements of each reference, by `referenceKey`.
 */
export async function lockReferencesOf(
  tx: Transaction,
  references: readonly string[],
): Promise<Map<string, ReadonlySet<string>>> {
  await tx.run(lockReferences)
  const rows = await tx.run(findBatches, [references])
  const batches = Map.groupBy(rows, ({ reference }) => referenceKey(reference))
  return new Map(
    [...batches].map(([key, rowsOfReference]) => [
      key,
      new Set(rowsOfReference.map(({ batch_id }) => batch_id)),
    ]),
  )
}

/** Returns the retired parts of the places from `first` to `last`, both included, in ascending order. */
export function findAmongPlaces(db: Db, batchId: string, { first, last }: PlaceRange) {
  return db.run(findAmong, [batchId, first, last])
}

export async function writeRecords(
  tx: Transaction,
  records: readonly RetirementRecord[],
): Promise<void> {
  await tx.run(insertRecords, record.values(records))
}

export async function writeCorrections(
  tx: Transaction,
  corrections: readonly Correction[],
  reason: string,
): Promise<void> {
  await tx.run(insertCorrections, [...correction.values(corrections), reason])
}
