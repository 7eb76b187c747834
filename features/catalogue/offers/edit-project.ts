// Sets a project's fields to an operator's values. Imports keep these values, except with --overwrite.

import type { Database, Transaction } from '#platform/database/database.ts'
import { type RowOf, statement } from '#platform/database/statement.ts'
import { type Problem, problem } from '#values/problem.ts'
import { showProjects, takeCatalogueLock } from '../show-projects.ts'
import { editableFields, type ProjectEdit } from './project-edit.ts'

const columns = {
  id: 'uuid',
  registry: 'text',
  external_id: 'text',
  name: 'text',
  description: 'text',
  image_url: 'text?',
  sdgs: 'int2[]',
} as const
/** Finds projects by id, by the registry's id, or by registry and its id as printed (`VCS 934`). */
const findProjects = statement(
  'find-projects-to-edit',
  columns,
  `select id, registry, external_id, name, description, image_url, sdgs from projects
   where id::text = lower($1) or lower(external_id) = lower($1)
     or lower(registry || ' ' || external_id) = lower($1)
   order by registry, external_id limit 10`,
)
const updateProject = statement(
  'edit-project',
  { ...columns, edited_fields: 'text[]' },
  `update projects set
     name = case when 'name' = any($2::text[]) then $3 else name end,
     description = case when 'description' = any($2::text[]) then $4 else description end,
     image_url = case when 'image_url' = any($2::text[]) then $5 else image_url end,
     sdgs = case when 'sdgs' = any($2::text[]) then $6::smallint[] else sdgs end,
     edited_fields = array(select distinct field from unnest(edited_fields || $2::text[]) as field
       order by field),
     updated_at = now()
   where id = $1
   returning id, registry, external_id, name, description, image_url, sdgs, edited_fields`,
)

export type EditedProject = {
  readonly id: string
  readonly registry: string
  readonly externalId: string
  readonly name: string
  readonly before: ShownFields
  readonly after: ShownFields
  /** Fields that this edit has set. */
  readonly changed: readonly string[]
  /** Fields that imports keep. */
  readonly editedFields: readonly string[]
}
type EditProblem = 'project_not_found' | 'several_projects' | 'nothing_to_edit'

/**
 * Sets the fields in `edit`, and calls `audit` in the same transaction. Problems, each with a `text`:
 * `project_not_found`, `several_projects` with that id, `nothing_to_edit`.
 */
export async function editProject(
  db: Database,
  projectId: string,
  edit: ProjectEdit,
  audit: (tx: Transaction, about: readonly string[]) => Promise<void>,
): Promise<EditedProject | Problem<EditProblem>> {
  const fields = editableFields.filter((field) => field in edit)
  if (fields.length === 0) return problem('nothing_to_edit', { text: 'Say what to change.' })
  return db.transaction(async (tx) => {
    await takeCatalogueLock(tx)
    const [project, ...others] = await tx.run(findProjects, [projectId.trim()])
    if (project === undefined) {
      return problem('project_not_found', { text: `There is no project ${projectId}.` })
    }
    if (others.length > 0) {
      const names = [project, ...others].map((each) => `${each.registry} ${each.external_id}`)
      const text = `Say which of these is meant: ${names.join(', ')}.`
      return problem('several_projects', { text })
    }
    const { name, description, image_url, sdgs } = edit
    const values = [name ?? null, description ?? null, image_url ?? null, sdgs ?? null]
    const [row] = await tx.run(updateProject, [project.id, fields, ...values])
    if (row === undefined) throw new Error('an edited project was lost')
    await showProjects(tx)
    const { id, registry, external_id: externalId } = row
    await audit(tx, [id, externalId, ...fields])
    return {
      id,
      registry,
      externalId,
      name: row.name,
      before: shownFields(project),
      after: shownFields(row),
      changed: fields,
      /** All fields that an import keeps. */
      editedFields: row.edited_fields,
    }
  })
}

/** Fields of a project as they are shown. */
export type ShownFields = ReturnType<typeof shownFields>

function shownFields({ name, description, image_url, sdgs }: RowOf<typeof findProjects>) {
  return { name, description, image_url, sdgs: sdgs.join(', ') }
}
