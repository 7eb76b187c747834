// Reads one project with its batches and its chart, or one batch.

import type { Db } from '#platform/database/database.ts'
import { type Problem, problem } from '#values/problem.ts'
import { isUuid } from '#values/text/uuid.ts'
import type { Batch, Project } from './catalogue-calls.ts'
import { batchOnWire, projectOnWire } from './catalogue-on-wire.ts'
import {
  findBatchesById,
  findBatchesOfProject,
  findProjectById,
  findWeeksOfProject,
} from './catalogue-queries.ts'

/** Returns the project. Problems: `project_not_found`, also for an invalid id. */
export async function readProject(
  db: Db,
  id: string,
): Promise<Project | Problem<'project_not_found'>> {
  if (!isUuid(id)) return problem('project_not_found')
  const [project, batches, weeks] = await Promise.all([
    findProjectById(db, id),
    findBatchesOfProject(db, id),
    findWeeksOfProject(db, id),
  ])
  return project === null ? problem('project_not_found') : projectOnWire(project, batches, weeks)
}

/** Returns the batch. Problems: `batch_not_found`, also for an invalid id. */
export async function readBatch(db: Db, id: string): Promise<Batch | Problem<'batch_not_found'>> {
  const [row] = isUuid(id) ? await findBatchesById(db, [id]) : []
  return row === undefined ? problem('batch_not_found') : batchOnWire(row)
}
