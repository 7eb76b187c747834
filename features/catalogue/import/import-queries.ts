// Declares the SQL that imports projects, batches and featured rows. Each statement writes many rows and
// skips unchanged ones. Only the ledger writes stock.

import { type Db, plansOfWholeTables } from '#platform/database/database.ts'
import { statement } from '#platform/database/statement.ts'
import { unnestRows, type WholeColumns } from '#platform/database/unnest-rows.ts'
import type { RegistryBatch } from '#providers/registries/tables/batch-file.ts'
import { takeCatalogueLock } from '../show-projects.ts'
import { mergedNames, mergedValues, namesOf } from './merged-project.ts'

/**
 * Sets planner and lock settings for the transaction. They prevent plans that read whole tables, which
 * PostgreSQL prefers while its statistics are of empty tables. The long lock timeout lets an import wait for
 * a concurrent one.
 */
const setForImport = statement(
  'set-for-import',
  { mode: 'text', wait: 'text', idle: 'text', planner: 'text[]' },
  `select set_config('plan_cache_mode', 'force_custom_plan', true) as mode,
     set_config('lock_timeout', '10min', true) as wait,
     set_config('idle_in_transaction_session_timeout', '10min', true) as idle,
     array[${plansOfWholeTables.map((name) => `set_config('${name}', 'off', true)`).join(', ')}] as planner`,
)
export type RegistryId = { readonly registry: string; readonly externalId: string }
const registryId = unnestRows<RegistryId>({
  registry: ['text', ({ registry }) => registry],
  external_id: ['text', ({ externalId }) => externalId],
})
const findProjects = statement(
  'find-projects-by-registry-id',
  {
    id: 'uuid',
    registry: 'text',
    external_id: 'text',
    status: 'text',
    unlisted_status: 'text?',
    edited_fields: 'text[]',
  },
  `select p.id, p.registry, p.external_id, p.status, p.unlisted_status, p.edited_fields
   from projects p
   join ${registryId.rows}
     on p.registry = given.registry and p.external_id = given.external_id`,
)

export const findBatchesBySerialNumber = statement(
  'find-batches-by-serial-number',
  {
    id: 'uuid',
    serial_number: 'text',
    project_id: 'uuid',
    issued_kg: 'int8',
    name: 'text',
    vintage_year: 'int2',
    price_micros: 'int8',
    currency: 'bpchar',
    issued_on: 'date?',
    is_demo: 'bool',
    is_uncompared: 'bool',
  },
  `select b.id, b.serial_number, b.project_id, s.issued_kg, b.name, b.vintage_year, b.price_micros,
     b.currency, b.issued_on, b.is_demo, b.is_uncompared
   from batches b join batch_stock s on s.batch_id = b.id where b.serial_number = any($1::text[])`,
).rows<[serialNumbers: readonly string[]]>()

/**
 * Returns SQL that finds batches that share a tonne with the serials. `offers` is a condition on the offer.
 * It selects batches in the index of the constraint `batches_serials_never_meet`, or the other batches.
 * `offset 0` forces an index lookup per serial; with old statistics a join would read the whole index for
 * each.
 */
const overlappingBatches = (
  offers: string,
) => `select asked.serial as asked, met.serial_number from asked
   cross join lateral (select b.serial_number from batches b
     where trunk_number(b.serial_trunk) && asked.trunk and b.serial_tonnes && asked.tonnes
       and b.offer ${offers} offset 0) met`
/**
 * Returns pairs of a serial (`asked`) and the serial of a known batch that shares a tonne with it.
 * Trunks are compared by a hash, so a pair may have different trunks with the same unit numbers.
 */
export const findOverlappingBatches = statement(
  'find-batches-that-meet',
  { asked: 'text', serial_number: 'text' },
  `with asked as materialized (
     select serial, trunk_number(parts[1]) as trunk, tonnes_of_serial(parts) as tonnes
     from unnest($1::text[]) as given (serial) cross join lateral read_serial(serial) as parts)
   ${overlappingBatches(`not in ('conflicting', 'unread')`)}
   union all ${overlappingBatches(`in ('conflicting', 'unread')`)}`,
).rows<[serialNumbers: readonly string[]]>()

/**
 * Finds batches whose first unit number is in `$1`, and whose last unit number or number of units is also in
 * `$1`. It also finds batches of the series `$2` that overlap the ranges `$3`.
 */
const findByNumbers = statement(
  'find-blocks-by-numbers',
  { serial_number: 'text' },
  `select serial_number from batches
   where not is_uncompared and not lower_inf(serial_tonnes) and (
     lower(serial_tonnes) = any($1::int8[]) and (upper(serial_tonnes) - 1 = any($1::int8[])
       or upper(serial_tonnes) - lower(serial_tonnes) = any($1::int8[]))
     or serial_trunk like any($2::text[]) and serial_tonnes && $3::text::int8multirange)
   order by serial_number`,
)

export const findUncomparedBatches = statement(
  'find-uncompared-batches',
  { registry: 'text', serial_number: 'text', issued_kg: 'int8' },
  `select p.registry, b.serial_number, s.issued_kg
   from batches b join projects p on p.id = b.project_id join batch_stock s on s.batch_id = b.id
   where b.is_uncompared order by b.serial_number`,
).rows()

const upsertProjects = statement(
  'upsert-projects',
  { id: 'uuid', registry: 'text', external_id: 'text', added: 'bool' },
  `insert into projects (registry, registry_name, external_id, external_url, name, description,
     image_url, country, country_name, developer, status, unlisted_status, project_type, sdgs,
     raw_data, is_demo, position)
   select registry, registry_name, external_id, external_url, name, description, image_url, country,
     country_name, developer, status, unlisted_status, project_type, sdgs, raw_data, is_demo,
     ordinal + (select coalesce(max(position) + 1, 0) from projects)
   from jsonb_to_recordset($1::jsonb) as given (registry text, registry_name text,
     external_id text, external_url text, name text, description text, image_url text, country text,
     country_name text, developer text, status text, unlisted_status text, project_type text[],
     sdgs smallint[], raw_data jsonb, is_demo boolean, ordinal integer)
   on conflict (registry, external_id) do update set (${mergedNames}, updated_at) =
     row(${mergedValues}, now())
   where (${namesOf('projects')}) is distinct from (${mergedValues})
   returning id, registry, external_id, old.id is null as added`,
)

/** Fields of a row that are not columns of `batches`. */
type OmittedFields =
  | 'registry'
  | 'externalProjectId'
  | 'projectName'
  | 'developer'
  | 'country'
  | 'projectTypes'
  | 'methodology'
  | 'quantityTonnes'
  | 'quantityKg'
  | 'statusWord'
  | 'sdgs'
  | 'unit'
  | 'unknownCountry'
/** A row of `batches` to write: the other fields of the file's row (batch-file.ts), and the ones below. */
export type BatchRecord = Readonly<
  Omit<RegistryBatch, OmittedFields | 'name' | 'priceMicros' | 'currency'>
> & {
  readonly projectId: string
  readonly name: string
  readonly priceMicros: number
  readonly currency: string
  readonly isDemo: boolean
  /**
   * True if the registry's serials cannot be parsed, so that the batch cannot be compared with others.
   */
  readonly isUncompared: boolean
}
const batch = unnestRows<BatchRecord>({
  project_id: ['uuid', ({ projectId }) => projectId],
  name: ['text', ({ name }) => name],
  vintage_year: ['int2', ({ vintageYear }) => vintageYear],
  serial_number: ['text', ({ serialNumber }) => serialNumber],
  price_micros: ['int8', ({ priceMicros }) => priceMicros],
  currency: ['text', ({ currency }) => currency],
  issued_on: ['date', ({ issuedOn }) => issuedOn],
  is_demo: ['bool', ({ isDemo }) => isDemo],
  is_uncompared: ['bool', ({ isUncompared }) => isUncompared],
} satisfies WholeColumns<BatchRecord>)
/** Columns that an update of a known batch does not set from the file. `issued_on` has its own rule. */
const fixedColumns = ['project_id', 'serial_number', 'issued_on'] as const
/** A later file may set the day of issuance, but an empty cell keeps it. */
const issuedOn = 'coalesce(excluded.issued_on, batches.issued_on)'
/** Number of SQL parameters for the rows. The author's parameters follow them. */
const batchColumns = batch.names.split(', ').length
const author = { by: `$${batchColumns + 1}`, source: `$${batchColumns + 2}` }
const upsertBatches = statement(
  'upsert-batches',
  { id: 'uuid', serial_number: 'text', added: 'bool' },
  `with written as (
   insert into batches (${batch.names}) select ${batch.names} from ${batch.rows}
   on conflict (serial_number) do update
     set (${batch.namesWithout(...fixedColumns)}) = row(${batch.namesOf('excluded', ...fixedColumns)}),
       issued_on = ${issuedOn}, updated_at = now()
   where (${batch.namesOf('batches', ...fixedColumns)}, batches.issued_on)
     is distinct from (${batch.namesOf('excluded', ...fixedColumns)}, ${issuedOn})
   returning id, serial_number, price_micros, currency, old.id is null as added,
     (old.price_micros, old.currency) is distinct from (new.price_micros, new.currency) as is_priced),
   kept as (insert into batch_prices (batch_id, price_micros, currency, by_name, source)
     select id, price_micros, currency, ${author.by}, ${author.source} from written where is_priced)
   select id, serial_number, added from written`,
)
export type FeaturedRecord = {
  readonly country: string
  readonly projectId: string
  readonly position: number
  readonly preferredBatchId: string | null
}
const featuredProject = unnestRows<FeaturedRecord>({
  country: ['text', ({ country }) => country],
  project_id: ['uuid', ({ projectId }) => projectId],
})
const featuredRow = unnestRows<FeaturedRecord>({
  country: ['text', ({ country }) => country],
  project_id: ['uuid', ({ projectId }) => projectId],
  position: ['int2', ({ position }) => position],
  preferred_batch_id: ['uuid', ({ preferredBatchId }) => preferredBatchId],
})
const removeFeatured = statement(
  'remove-featured-projects',
  {},
  `delete from featured_projects f
   where f.country = any(${featuredProject.array('country')}) and not exists (
     select from ${featuredProject.rows}
     where given.country = f.country and given.project_id = f.project_id)`,
)
const upsertFeatured = statement(
  'upsert-featured-projects',
  { project_id: 'uuid' },
  `insert into featured_projects (${featuredRow.names})
   select ${featuredRow.names} from ${featuredRow.rows}
   on conflict (country, project_id) do update
     set position = excluded.position, preferred_batch_id = excluded.preferred_batch_id
     where (featured_projects.position, featured_projects.preferred_batch_id)
       is distinct from (excluded.position, excluded.preferred_batch_id)
   returning project_id`,
)

/**
 * Sets the transaction's planner and time limits, and takes an advisory lock until it ends. It may stay idle
 * while a file has only blank lines. Without the lock, two imports with the same tonnes in another order would deadlock.
 */
export async function prepareImport(tx: Db): Promise<void> {
  await tx.run(setForImport)
  await takeCatalogueLock(tx)
}

export function findProjectsByRegistryId(tx: Db, ids: readonly RegistryId[]) {
  return tx.run(findProjects, registryId.values(ids))
}

const findByDigits = statement(
  'find-projects-by-digits',
  { registry: 'text', external_id: 'text' },
  `select p.registry, p.external_id from projects p
   where (p.registry, regexp_replace(p.external_id, '[^1-9]', '', 'g')) in
     (select * from unnest($1::text[], $2::text[]))
   order by p.registry, p.external_id`,
)

/** Returns the projects whose ids have the same digits, except for zeros. */
export function findProjectsByDigits(
  tx: Db,
  ids: readonly { readonly registry: string; readonly spelling: string }[],
) {
  return tx.run(findByDigits, [
    ids.map(({ registry }) => registry),
    ids.map(({ spelling }) => spelling.replace(/[^1-9]/g, '')),
  ])
}

type UnitRange = { readonly first: bigint; readonly last: bigint }

export function findBlocksByNumbers(
  tx: Db,
  numbers: readonly bigint[],
  trunks: readonly string[],
  ranges: readonly UnitRange[],
) {
  const multirange = `{${ranges.map(({ first, last }) => `[${first},${last}]`).join(',')}}`
  return tx.run(findByNumbers, [numbers.map(String), trunks, multirange])
}

/** A row of `projects`, by column name. `ordinal` orders new projects, which follow all known ones. */
export type ProjectRecord = {
  readonly [column: string]: unknown
  readonly ordinal: number
}

/**
 * Inserts or updates projects. Returns the added or changed rows. With `overwrites`, it also overwrites
 * fields that an operator has set.
 */
export function writeProjects(tx: Db, projects: readonly ProjectRecord[], overwrites: boolean) {
  return tx.run(upsertProjects, [JSON.stringify(projects), overwrites])
}

/** The author and the source of an import's prices. */
export type PriceSource = { readonly by: string; readonly source: string }

/** Inserts or updates batches, and adds each new price to the price history. Returns the changed rows. */
export function writeBatches(tx: Db, batches: readonly BatchRecord[], { by, source }: PriceSource) {
  return tx.run(upsertBatches, [...batch.values(batches), by, source])
}

/** Replaces the featured projects of the countries in `featured`. Returns the added or changed rows. */
export async function writeFeatured(tx: Db, featured: readonly FeaturedRecord[]) {
  await tx.run(removeFeatured, featuredProject.values(featured))
  return tx.run(upsertFeatured, featuredRow.values(featured))
}
