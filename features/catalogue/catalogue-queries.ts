// Declares the SQL that reads the catalogue. It orders prices by their value in euro at the last published
// rates. The order does not depend on the user's currency, so all users share one response.
import type { Db } from '#platform/database/database.ts'
import { type RowOf, sqlFirstUuid, statement } from '#platform/database/statement.ts'
import { sqlSearchable } from '#values/text/fold.ts'
import { sqlScene, sqlShownName } from './show-projects.ts'

/** Number of weeks in a project's chart (docs/product.md#weekly-purchases). */
const chartWeeks = 12

const rates = `rates as (
  select currency, units_per_eur from exchange_rates
  where as_of = (select max(as_of) from exchange_rates)
)`
/** SQL of the price in euro. Null, which sorts last, if the currency has no rate. */
const euroPrice = `b.price_micros / case when b.currency = 'EUR' then 1 else r.units_per_eur end`

const summaryColumns = {
  id: 'uuid',
  position: 'int4',
  name: 'text',
  shown_name: 'text',
  scene: 'text',
  image_url: 'text?',
  country: 'bpchar',
  status: 'text',
  registry: 'text',
  registry_name: 'text',
  project_type: 'text[]',
  sdgs: 'int2[]',
  is_demo: 'bool',
  external_id: 'text',
  external_url: 'text?',
  is_offered: 'bool',
  batch_count: 'int8',
  total_kg: 'int8',
  available_kg: 'int8',
  price_micros: 'int8?',
  price_currency: 'bpchar?',
} as const
const summary = `p.id, p.position, p.name, ${sqlShownName('p')} as shown_name,
  ${sqlScene('p')} as scene, p.image_url, p.country, p.status, p.registry,
  p.registry_name, p.project_type, p.sdgs, p.is_demo, p.external_id, p.external_url,
  p.unlisted_status is null as is_offered, coalesce(o.batch_count, 0) as batch_count, coalesce(o.total_kg, 0) as total_kg,
  coalesce(o.available_kg, 0) as available_kg, o.price_micros, o.price_currency`

/**
 * Returns SQL that adds sums over the offered batches to the rows of `page`, a select from projects. The
 * materialized query makes PostgreSQL read the batches once, even with a plan for empty tables. Without it,
 * PostgreSQL may read them once per project.
 */
function withOffers(page: string, columns: string): string {
  return `with ${rates}, page as (${page}), offers as materialized (
     select b.project_id, count(*) as batch_count, sum(s.issued_kg)::bigint as total_kg,
       sum(s.available_kg)::bigint as available_kg,
       (array_agg(b.price_micros order by ${euroPrice}, b.id) filter (where s.available_kg > 0))[1]
         as price_micros,
       (array_agg(b.currency order by ${euroPrice}, b.id) filter (where s.available_kg > 0))[1]
         as price_currency
     from batches b join batch_stock s on s.batch_id = b.id
     left join rates r on r.currency = b.currency
     where b.project_id = any(array(select id from page where unlisted_status is null))
       and b.offer = 'offered'
     group by b.project_id)
   select ${columns} from page p left join offers o on o.project_id = p.id`
}

const batchColumns = {
  id: 'uuid',
  project_id: 'uuid',
  price_micros: 'int8',
  currency: 'bpchar',
  vintage_year: 'int2',
  name: 'text',
  available_kg: 'int8',
  issued_kg: 'int8',
  serial_number: 'text',
  is_offered: 'bool',
  uncompared: 'bool',
} as const
/** SQL condition: the batch is on sale. Other batches get 0 as `available_kg`. */
const isOffered = `(b.offer = 'offered' and p.unlisted_status is null)`
const batch = `b.id, b.project_id, b.price_micros, b.currency, b.vintage_year, b.name,
  case when ${isOffered} then s.available_kg else 0 end as available_kg, s.issued_kg,
  b.serial_number, ${isOffered} as is_offered, b.is_uncompared as uncompared`
const batchTables = `batches b join batch_stock s on s.batch_id = b.id
   join projects p on p.id = b.project_id`

/** SQL of the text that a search looks in. The browser's search uses the same fields, translated. */
const searchableText = sqlSearchable(
  `concat_ws(' ', p.name, p.shown_name, p.country_name, p.external_id, p.registry_name,
     array_to_string(p.project_type, ' '))`,
)

const listProjects = statement(
  'list-projects',
  summaryColumns,
  `${withOffers(
    `select * from projects p
     where p.unlisted_status is null
       and ($1::text is null or lower($1) in (lower(p.registry_name), lower(p.registry)))
       and ($2::text is null or exists (
         select from unnest(p.project_type) as type where lower(type) = lower($2)))
       and ($3::text is null or lower(p.status) = lower($3))
       and ($4::text[] is null or ${searchableText} like all($4::text[]))
       and (p.position, p.id) > (coalesce($5::int, -1), coalesce($6::uuid, ${sqlFirstUuid}))
     order by p.position, p.id limit $7`,
    summary,
  )} order by p.position, p.id`,
)

/** Returns the featured projects of the country, or the worldwide ones if it has none. */
export const findFeaturedProjects = statement(
  'find-featured-projects',
  { ...summaryColumns, preferred_batch_id: 'uuid?' },
  `${withOffers(
    `select p.*, f.position as place, f.preferred_batch_id
     from featured_projects f join projects p on p.id = f.project_id
     where p.unlisted_status is null and f.country = case
       when exists (select from featured_projects own join projects p on p.id = own.project_id
         where own.country = $1 and p.unlisted_status is null) then $1 else 'WW' end`,
    `${summary}, p.preferred_batch_id`,
  )} order by p.place, p.id`,
).rows<[country: string]>()

export const findProjectById = statement(
  'find-project',
  {
    ...summaryColumns,
    description: 'text',
    country_name: 'text',
    developer: 'text?',
    raw_data: 'jsonb',
  },
  withOffers(
    'select * from projects where id = $1',
    `${summary}, p.description, p.country_name, p.developer, p.raw_data`,
  ),
).row<[id: string]>()

/** Returns a project's batches: those with stock by ascending price, then sold-out ones, then the rest. */
export const findBatchesOfProject = statement(
  'batches-of-project',
  batchColumns,
  `with ${rates}
   select ${batch} from ${batchTables} left join rates r on r.currency = b.currency
   where b.project_id = $1
   order by not ${isOffered}, s.available_kg = 0, ${euroPrice}, b.vintage_year desc, b.id`,
).rows<[projectId: string]>()

const listBatches = statement(
  'list-batches',
  { ...batchColumns, position: 'int4' },
  `select ${batch}, p.position
   from ${batchTables}
   where ${isOffered} and (p.position, b.id) > (coalesce($1::int, -1), coalesce($2::uuid, ${sqlFirstUuid}))
   order by p.position, b.id limit $3`,
)

export const findBatchesById = statement(
  'find-batches',
  batchColumns,
  `select ${batch} from ${batchTables} where b.id = any($1::uuid[])`,
).rows<[ids: readonly string[]]>()

/**
 * Returns the kilograms sold in each of the last 12 ISO weeks, oldest first. The database's clock
 * decides the current week.
 */
export const findWeeksOfProject = statement(
  'weeks-of-project',
  { week_start: 'date', sold_kg: 'int8' },
  `with this_week as (select date_trunc('week', now() at time zone 'UTC') as start)
   select week::date as week_start, coalesce(sum(w.sold_kg), 0)::bigint as sold_kg
   from this_week cross join generate_series(this_week.start - interval '${chartWeeks - 1} weeks',
     this_week.start, interval '1 week') as week
   left join (batch_weeks w join batches b on b.id = w.batch_id and b.project_id = $1)
     on w.week_start = week::date
   group by week order by week`,
).rows<[projectId: string]>()

export type SummaryRow = RowOf<typeof listProjects>
export type ProjectRow = RowOf<typeof findProjectById>
export type BatchRow = RowOf<typeof findBatchesById>

/** Position of the last row of a page. The next page starts after it. */
export type ListPosition = { readonly position: number; readonly id: string }

/** Filters of the project list; null omits a filter. All of the LIKE `patterns` must match. */
export type ProjectFilters = {
  readonly registry: string | null
  readonly type: string | null
  readonly status: string | null
  readonly patterns: readonly string[] | null
}

/**
 * Returns the projects after `position`, in the order of the list. A `limit` of null returns all.
 */
export function findProjects(
  db: Db,
  { registry, type, status, patterns }: ProjectFilters,
  position: ListPosition | null,
  limit: number | null,
): Promise<SummaryRow[]> {
  const after = [position?.position ?? null, position?.id ?? null]
  return db.run(listProjects, [registry, type, status, patterns, ...after, limit])
}

/**
 * Returns the batches on sale after `position`, in the order of their projects. A `limit` of null
 * returns all.
 */
export function findAllBatches(db: Db, position: ListPosition | null, limit: number | null) {
  return db.run(listBatches, [position?.position ?? null, position?.id ?? null, limit])
}
