// The SQL of an import: projects, batches and featured rows, each in one statement, touching only
// rows that differ. Stock is the ledger's and never written here.
import type { Db } from '#platform/database/database.ts'
import { statement } from '#platform/database/statement.ts'

/**
 * The tables grow while the import runs: a plan kept from their first rows would read them whole. And
 * where another import writes the same tonnes, this one waits for its end: nobody waits at a page.
 */
const setForImport = statement(
  'set-for-import',
  { mode: 'text', wait: 'text' },
  `select set_config('plan_cache_mode', 'force_custom_plan', true) as mode,
     set_config('lock_timeout', '10min', true) as wait`,
)
const findProjects = statement(
  'find-projects-by-registry-id',
  {
    id: 'uuid',
    registry: 'text',
    external_id: 'text',
    status: 'text',
    unlisted_status: 'text?',
  },
  `select p.id, p.registry, p.external_id, p.status, p.unlisted_status from projects p
   join unnest($1::text[], $2::text[]) as asked (registry, external_id)
     on p.registry = asked.registry and p.external_id = asked.external_id`,
)
const findBatches = statement(
  'find-batches-by-serial-number',
  { id: 'uuid', serial_number: 'text', project_id: 'uuid', issued_kg: 'int8' },
  `select b.id, b.serial_number, b.project_id, s.issued_kg
   from batches b join batch_stock s on s.batch_id = b.id where b.serial_number = any($1::text[])`,
)
/** One of each kind of offer, as the index of the constraint leaves conflicting ones out. */
const meetingBatch = (offer: string) => `select asked.serial as asked, b.serial_number from asked
   join batches b on trunk_number(b.serial_trunk) && asked.trunk
     and b.serial_tonnes && asked.tonnes
   where b.offer ${offer}`
const findMeeting = statement(
  'find-batches-that-meet',
  { asked: 'text', serial_number: 'text' },
  `with asked as materialized (
     select serial, trunk_number(parts[1]) as trunk, tonnes_of_serial(parts) as tonnes
     from unnest($1::text[]) as given (serial) cross join lateral read_serial(serial) as parts)
   ${meetingBatch(`<> 'conflicting'`)} union all ${meetingBatch(`= 'conflicting'`)}`,
)
const upsertProjects = statement(
  'upsert-projects',
  { id: 'uuid', registry: 'text', external_id: 'text', added: 'bool' },
  `insert into projects (registry, registry_name, external_id, external_url, name, description,
     image_url, country, country_name, developer, status, unlisted_status, project_type, sdgs,
     raw_data, is_demo, position)
   select registry, registry_name, external_id, external_url, name, description, image_url, country,
     country_name, developer, status, unlisted_status, project_type, sdgs, raw_data, is_demo,
     place + (select coalesce(max(position) + 1, 0) from projects)
   from jsonb_to_recordset($1::jsonb) as given (registry text, registry_name text,
     external_id text, external_url text, name text, description text, image_url text, country text,
     country_name text, developer text, status text, unlisted_status text, project_type text[],
     sdgs smallint[], raw_data jsonb, is_demo boolean, place integer)
   on conflict (registry, external_id) do update set registry_name = excluded.registry_name,
     external_url = excluded.external_url, name = excluded.name, image_url = excluded.image_url,
     description = coalesce(nullif(excluded.description, ''), projects.description),
     country = excluded.country, country_name = excluded.country_name,
     developer = excluded.developer, status = excluded.status,
     unlisted_status = excluded.unlisted_status,
     project_type = excluded.project_type, sdgs = excluded.sdgs, raw_data = excluded.raw_data,
     is_demo = excluded.is_demo, updated_at = now()
   where (projects.registry_name, projects.external_url, projects.name, projects.image_url,
       projects.description, projects.country, projects.country_name, projects.developer,
       projects.status, projects.unlisted_status, projects.project_type, projects.sdgs, projects.raw_data, projects.is_demo)
     is distinct from (excluded.registry_name, excluded.external_url, excluded.name,
       excluded.image_url, coalesce(nullif(excluded.description, ''), projects.description),
       excluded.country, excluded.country_name, excluded.developer, excluded.status,
       excluded.unlisted_status, excluded.project_type, excluded.sdgs, excluded.raw_data, excluded.is_demo)
   returning id, registry, external_id, old.id is null as added`,
)
const upsertBatches = statement(
  'upsert-batches',
  { id: 'uuid', serial_number: 'text', added: 'bool' },
  `insert into batches (project_id, name, vintage_year, serial_number, price_micros, currency,
     is_demo)
   select * from unnest($1::uuid[], $2::text[], $3::smallint[], $4::text[], $5::bigint[],
     $6::text[], $7::boolean[])
   on conflict (serial_number) do update set name = excluded.name,
     vintage_year = excluded.vintage_year, price_micros = excluded.price_micros,
     currency = excluded.currency, is_demo = excluded.is_demo, updated_at = now()
   where (batches.name, batches.vintage_year, batches.price_micros, batches.currency,
       batches.is_demo)
     is distinct from (excluded.name, excluded.vintage_year, excluded.price_micros,
       excluded.currency, excluded.is_demo)
   returning id, serial_number, old.id is null as added`,
)
const removeFeatured = statement(
  'remove-featured-projects',
  {},
  `delete from featured_projects f
   where f.country = any($1::text[]) and not exists (
     select from unnest($1::text[], $2::uuid[]) as kept (country, project_id)
     where kept.country = f.country and kept.project_id = f.project_id)`,
)
const upsertFeatured = statement(
  'upsert-featured-projects',
  { project_id: 'uuid' },
  `insert into featured_projects (country, project_id, position, preferred_batch_id)
   select * from unnest($1::text[], $2::uuid[], $3::smallint[], $4::uuid[])
   on conflict (country, project_id) do update
     set position = excluded.position, preferred_batch_id = excluded.preferred_batch_id
     where (featured_projects.position, featured_projects.preferred_batch_id)
       is distinct from (excluded.position, excluded.preferred_batch_id)
   returning project_id`,
)

/** For the rest of the transaction. */
export async function prepareImport(tx: Db): Promise<void> {
  await tx.run(setForImport)
}

export type RegistryId = { readonly registry: string; readonly externalId: string }

export function findProjectsByRegistryId(tx: Db, ids: readonly RegistryId[]) {
  return tx.run(findProjects, [ids.map((id) => id.registry), ids.map((id) => id.externalId)])
}

export function findBatchesBySerialNumber(tx: Db, serialNumbers: readonly string[]) {
  return tx.run(findBatches, [serialNumbers])
}

/** Batches that have a tonne of `serialNumbers`, or the same number for another trunk. */
export function findBatchesThatMeet(tx: Db, serialNumbers: readonly string[]) {
  return tx.run(findMeeting, [serialNumbers])
}

/** One object a project, with the table's column names; `place` orders new ones after all known. */
export type ProjectRecord = {
  readonly [column: string]: unknown
  readonly place: number
}

/** Answers the rows that were added or changed. */
export function writeProjects(tx: Db, projects: readonly ProjectRecord[]) {
  return tx.run(upsertProjects, [JSON.stringify(projects)])
}

export type BatchRecord = {
  readonly projectId: string
  readonly name: string
  readonly vintageYear: number
  readonly serialNumber: string
  readonly priceMicros: number
  readonly currency: string
  readonly isDemo: boolean
}

/** Answers the rows that were added or changed. */
export function writeBatches(tx: Db, batches: readonly BatchRecord[]) {
  return tx.run(upsertBatches, [
    batches.map((batch) => batch.projectId),
    batches.map((batch) => batch.name),
    batches.map((batch) => batch.vintageYear),
    batches.map((batch) => batch.serialNumber),
    batches.map((batch) => batch.priceMicros),
    batches.map((batch) => batch.currency),
    batches.map((batch) => batch.isDemo),
  ])
}

export type FeaturedRecord = {
  readonly country: string
  readonly projectId: string
  readonly position: number
  readonly preferredBatchId: string | null
}

/** Replaces what is featured in the countries that `featured` names. Answers what changed. */
export async function writeFeatured(tx: Db, featured: readonly FeaturedRecord[]) {
  const countries = featured.map((row) => row.country)
  const projectIds = featured.map((row) => row.projectId)
  await tx.run(removeFeatured, [countries, projectIds])
  return tx.run(upsertFeatured, [
    countries,
    projectIds,
    featured.map((row) => row.position),
    featured.map((row) => row.preferredBatchId),
  ])
}
