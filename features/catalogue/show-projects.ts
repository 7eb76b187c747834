// Computes the shown name and the scene of every project, after imports and edits and at the start of the
// product. A name depends on the whole catalogue, because no two projects may have the same.

import type { Database, Transaction } from '#platform/database/database.ts'
import { statement } from '#platform/database/statement.ts'
import { neutralScene } from '#values/lists/project-scenes.ts'
import { shownProjectNames } from '#values/text/project-name.ts'
import { sceneOfProject } from './scene-rules.ts'

/** Key of the advisory lock that serializes imports and edits. It must differ from the other keys. */
const catalogueLock = 7_276_614_005
/** Takes the lock of the catalogue until the transaction ends. */
export const takeCatalogueLock = statement(
  'take-catalogue-lock',
  { lock: 'text' },
  `select pg_advisory_xact_lock(${catalogueLock})::text as lock`,
).effect()

const readProjects = statement(
  'projects-to-show',
  {
    id: 'uuid',
    registry_name: 'text',
    external_id: 'text',
    name: 'text',
    is_edited: 'bool',
    project_type: 'text[]',
    methodology: 'text?',
    description: 'text',
    shown_name: 'text?',
    scene: 'text?',
  },
  `select id, registry_name, external_id, name, 'name' = any(edited_fields) as is_edited,
     project_type, raw_data->>'methodology' as methodology, left(description, 300) as description,
     shown_name, scene
   from projects order by position, id`,
)
const writeShown = statement(
  'write-shown-projects',
  {},
  `update projects p set shown_name = given.shown_name, scene = given.scene
   from jsonb_to_recordset($1::jsonb) as given (id uuid, shown_name text, scene text)
   where p.id = given.id`,
)

/** Returns SQL of the name that pages, documents and messages show for the row `project` of projects. */
export function sqlShownName(project: string): string {
  return `coalesce(${project}.shown_name, ${project}.name)`
}

/** Returns SQL of the scene of the row `project` of projects; a neutral one until it is computed. */
export function sqlScene(project: string): string {
  return `coalesce(${project}.scene, '${neutralScene}')`
}

/** Shows projects that an older version of the product has imported. */
export function showProjectsAtStart(db: Database): Promise<void> {
  return db.transaction(async (tx) => {
    await takeCatalogueLock(tx)
    await showProjects(tx)
  })
}

/** Writes the names and scenes that changed. The caller holds the lock of the catalogue. */
export async function showProjects(tx: Transaction): Promise<void> {
  const rows = await tx.run(readProjects)
  const names = shownProjectNames(
    rows.map(({ name, registry_name, external_id, is_edited }) => {
      return { name, registryName: registry_name, externalId: external_id, isEdited: is_edited }
    }),
  )
  const changed = rows.flatMap((row, index) => {
    const { id, name, project_type: types, methodology, description } = row
    const shown_name = names[index] ?? name
    const scene = sceneOfProject({ name, types, methodology, description })
    return shown_name === row.shown_name && scene === row.scene ? [] : [{ id, shown_name, scene }]
  })
  if (changed.length > 0) await tx.run(writeShown, [JSON.stringify(changed)])
}
