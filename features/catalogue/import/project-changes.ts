// Compares projects before and after an import, and words the outcome of each row for a preview.
import { changeOf, type FileRow } from '#platform/actions/file-rows.ts'
import type { Figure } from '#platform/database/audit/audit-trail.ts'
import type { Db } from '#platform/database/database.ts'
import { type RowOf, statement } from '#platform/database/statement.ts'
import type { RegistryProject } from '#providers/registries/projects/project-file.ts'
import type { ReadRow } from '#providers/registries/tables/file-source.ts'
import { projectKey } from './catalogue-files.ts'

const findFacts = statement(
  'find-facts-of-projects',
  {
    registry: 'text',
    external_id: 'text',
    name: 'text',
    description: 'text',
    image_url: 'text?',
    external_url: 'text?',
    country_name: 'text?',
    developer: 'text?',
    status: 'text',
    unlisted_status: 'text?',
    project_type: 'text[]',
    sdgs: 'int2[]',
    edited_fields: 'text[]',
    updated_at: 'timestamptz',
  },
  `select p.registry, p.external_id, p.name, p.description, p.image_url, p.external_url, p.country_name,
     p.developer, p.status, p.unlisted_status, p.project_type, p.sdgs, p.edited_fields, p.updated_at
   from projects p join unnest($1::text[], $2::text[]) as given (registry, external_id)
     on p.registry = given.registry and p.external_id = given.external_id`,
).rows<[registries: readonly string[], externalIds: readonly string[]]>()

type ProjectFacts = RowOf<typeof findFacts>

/** Projects of the catalogue, by `projectKey`. */
export type StoredProjects = ReadonlyMap<string, ProjectFacts>

/** Returns the catalogue's projects of these rows. */
export async function readStoredProjects(
  tx: Db,
  rows: readonly ReadRow<RegistryProject>[],
): Promise<StoredProjects> {
  const registries = rows.map(({ row }) => row.registry)
  const ids = rows.map(({ row }) => row.externalId)
  const facts = await findFacts(tx, registries, ids)
  return new Map(
    facts.map((each) => [
      projectKey({ registry: each.registry, externalId: each.external_id }),
      each,
    ]),
  )
}

function changesOf(before: ProjectFacts, after: ProjectFacts): Figure[] {
  return [
    ...changeOf('Name', before.name, after.name),
    ...changeOf('Status', statusOf(before), statusOf(after)),
    ...changeOf('Country', before.country_name, after.country_name),
    ...changeOf('Developer', before.developer, after.developer),
    ...changeOf('Type', before.project_type.join(', '), after.project_type.join(', ')),
    ...changeOf('Goals', before.sdgs.join(', '), after.sdgs.join(', ')),
    ...changeOf('Picture', before.image_url, after.image_url),
    ...changeOf('Page at the registry', before.external_url, after.external_url),
    ...changeOf('Text', before.description, after.description),
  ]
}

function statusOf({ status, unlisted_status }: ProjectFacts): string {
  return unlisted_status === null ? status : `not listed (${unlisted_status})`
}

/** Returns the outcomes of written rows, from the catalogue before and after. */
export function projectRowsOf(
  rows: readonly ReadRow<RegistryProject>[],
  before: StoredProjects,
  after: StoredProjects,
  overwrites: boolean,
): FileRow[] {
  return rows.map(({ line, row }) => {
    const subject = projectKey(row)
    const [previous, next] = [before.get(subject), after.get(subject)]
    if (next === undefined) throw new Error('an imported project was lost')
    const notes = notesOf(row, previous, overwrites)
    const text = notes.length === 0 ? {} : { text: notes.join(' ') }
    if (previous === undefined) {
      const changes = [
        { label: 'Name', before: null, after: next.name },
        { label: 'Status', before: null, after: statusOf(next) },
      ]
      return { line, outcome: 'new', subject, changes, ...text }
    }
    const changes = changesOf(previous, next)
    if (changes.length > 0) return { line, outcome: 'changed', subject, changes, ...text }
    const isWritten = previous.updated_at.getTime() !== next.updated_at.getTime()
    if (!isWritten) return { line, outcome: 'unchanged', subject, ...text }
    return { line, outcome: 'changed', subject, text: ['Other facts.', ...notes].join(' ') }
  })
}

function notesOf(
  { state, unknownCountry }: RegistryProject,
  previous: ProjectFacts | undefined,
  overwrites: boolean,
): string[] {
  const kept = overwrites ? [] : (previous?.edited_fields ?? [])
  return [
    ...(state.kind === 'unknown' ? [`The status "${state.word}" is not known.`] : []),
    ...(unknownCountry === null ? [] : [`The country "${unknownCountry}" is not known.`]),
    ...(kept.length === 0 ? [] : [`Set by staff, and kept: ${kept.join(', ')}.`]),
  ]
}
