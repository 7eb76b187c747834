// Lists and reads projects for the console, listed or not.
import { searchPatterns } from '#features/catalogue/list-projects.ts'
import { sqlShownName } from '#features/catalogue/show-projects.ts'
import type {
  ProjectRow,
  WholeProject,
} from '#features/console/catalogue/console-catalogue-calls.ts'
import { sortedPages } from '#features/console/sorted-pages.ts'
import {
  type ConsolePage,
  consolePageOf,
  isBadKey,
  type PageQuery,
  uuidKeyOf,
} from '#features/staff/console-page.ts'
import type { Db } from '#platform/database/database.ts'
import { statement } from '#platform/database/statement.ts'
import type { Problem } from '#values/problem.ts'
import { sqlFolded, sqlSearchable } from '#values/text/fold.ts'
import { isUuid } from '#values/text/uuid.ts'

const projectColumns = {
  id: 'uuid',
  registry: 'text',
  registry_id: 'text',
  name: 'text',
  shown_name: 'text',
  country: 'bpchar',
  status: 'text',
  is_listed: 'bool',
  batches: 'int8',
  available_kg: 'int8',
} as const
const projectSelect = `p.id, p.registry, p.external_id as registry_id, p.name,
     ${sqlShownName('p')} as shown_name, p.country, coalesce(p.unlisted_status, p.status) as status,
     p.unlisted_status is null as is_listed, s.batches, s.available_kg`
/** Kilograms for sale: of offered batches of a listed project. */
const projectTables = `projects p cross join lateral (
     select count(*) as batches, coalesce(sum(t.available_kg) filter (
       where b.offer = 'offered' and p.unlisted_status is null), 0)::int8 as available_kg
     from batches b join batch_stock t on t.batch_id = b.id where b.project_id = p.id) s`
const searchableText = sqlSearchable(
  `concat_ws(' ', p.name, p.shown_name, p.registry, p.external_id)`,
)
/** SQL condition: each pattern is in the names, or in the registry's id. */
const sqlMatches = (patterns: string) =>
  `(${patterns}::text[] is null or ${searchableText} like all(${patterns}::text[]))`

const findPage = sortedPages({
  name: 'console-projects',
  columns: projectColumns,
  select: projectSelect,
  tables: projectTables,
  id: 'p.id',
  where: `${sqlMatches('$3')} and ($4::bool is null or $4 = (s.available_kg > 0))`,
  keys: {
    shown_name: sqlFolded(sqlShownName('p')),
    registry_id: `p.registry || ' ' || p.external_id`,
    country: 'p.country',
    batches: 's.batches',
    available_kg: 's.available_kg',
  },
})
export type ProjectSort = Parameters<typeof findPage>[1]

const findProject = statement(
  'console-project',
  {
    ...projectColumns,
    description: 'text',
    image_url: 'text?',
    sdgs: 'int2[]',
    edited: 'text[]',
    featured_in: 'text[]',
  },
  `select ${projectSelect}, p.description, p.image_url, p.sdgs, p.edited_fields as edited,
     array(select f.country::text from featured_projects f where f.project_id = p.id order by 1)
       as featured_in
   from ${projectTables} where p.id = $1`,
).row<[id: string]>()

const findMatching = statement(
  'console-matching-projects',
  { id: 'uuid' },
  `select p.id from projects p where ${sqlMatches('$1')} order by p.position, p.id limit $2`,
)

/** Maximum number of projects whose batches a search by name finds. */
const matchingMax = 1_000

type ProjectsQuery = PageQuery & {
  readonly q?: string | undefined
  readonly on_sale?: 'yes' | 'no' | undefined
  readonly sort?: ProjectSort | undefined
}

/** Returns a page, by name unless the query has a sort. Problem: `bad_request` for an invalid key. */
export async function listProjectsOfConsole(
  db: Db,
  query: ProjectsQuery,
): Promise<ConsolePage<ProjectRow> | Problem<'bad_request'>> {
  const after = uuidKeyOf(query)
  if (isBadKey(after)) return after
  const { limit, on_sale, sort = 'shown_name' } = query
  const isOnSale = on_sale === undefined ? null : on_sale === 'yes'
  const patterns = searchPatterns(query.q ?? '')
  const rows = await findPage(db, sort, { after, max: limit + 1 }, [patterns, isOnSale])
  return consolePageOf(rows, limit, ({ id }) => id)
}

/** Returns the ids of projects with these words in their names or the registry's id. */
export async function findMatchingProjects(db: Db, text: string): Promise<string[]> {
  const patterns = searchPatterns(text)
  if (patterns === null) return []
  return (await db.run(findMatching, [patterns, matchingMax])).map(({ id }) => id)
}

/** Returns one project, or null. */
export async function readConsoleProject(db: Db, id: string): Promise<WholeProject | null> {
  const row = isUuid(id) ? await findProject(db, id) : null
  if (row === null) return null
  return { ...row, description: row.description === '' ? null : row.description }
}
