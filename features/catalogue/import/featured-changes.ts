// Compares the featured projects of countries before and after an import, and words the outcomes for a preview.
import { changeOf, type FileRow } from '#platform/actions/file-rows.ts'
import { type RowOf, statement } from '#platform/database/statement.ts'
import type { ReadRow } from '#providers/registries/tables/file-source.ts'
import { projectKey } from './catalogue-files.ts'
import type { FeaturedRow } from './featured-file.ts'

export const findFeaturedOf = statement(
  'find-featured-of-countries',
  {
    country: 'bpchar',
    registry: 'text',
    external_id: 'text',
    position: 'int2',
    serial_number: 'text?',
  },
  `select f.country, p.registry, p.external_id, f.position, b.serial_number
   from featured_projects f join projects p on p.id = f.project_id
   left join batches b on b.id = f.preferred_batch_id
   where f.country = any($1::text[]) order by f.country, f.position`,
).rows<[countries: readonly string[]]>()

type Featured = RowOf<typeof findFeaturedOf>

/** Returns the outcome of each row, and of each project that the file does not feature any more. */
export function featuredRowsOf(
  rows: readonly ReadRow<FeaturedRow>[],
  before: readonly Featured[],
  after: readonly Featured[],
): FileRow[] {
  const [previous, next] = [byName(before), byName(after)]
  const kept = rows.map(({ line, row }): FileRow => {
    const subject = nameOf(row.country, projectKey(row))
    const [old, now] = [previous.get(subject), next.get(subject)]
    if (now === undefined) throw new Error('a featured project was lost')
    if (old === undefined) {
      const changes = [{ label: 'Place', before: null, after: String(now.position + 1) }]
      return { line, outcome: 'new', subject, changes }
    }
    const changes = [
      ...changeOf('Place', old.position + 1, now.position + 1),
      ...changeOf('Preferred batch', old.serial_number, now.serial_number),
    ]
    return changes.length === 0
      ? { line, outcome: 'unchanged', subject }
      : { line, outcome: 'changed', subject, changes }
  })
  const removed = [...previous.keys()].filter((subject) => !next.has(subject))
  return [
    ...kept,
    ...removed.map((subject): FileRow => ({ line: null, outcome: 'removed', subject })),
  ]
}

function byName(featured: readonly Featured[]): ReadonlyMap<string, Featured> {
  return new Map(
    featured.map((each) => [
      nameOf(each.country, projectKey({ registry: each.registry, externalId: each.external_id })),
      each,
    ]),
  )
}

const nameOf = (country: string, project: string) => `${country}: ${project}`
