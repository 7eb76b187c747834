// Reads what is on sale of one project for a purchase without a user, such as that of a monthly plan.
import type { Db } from '#platform/database/database.ts'
import { isUuid } from '#values/text/uuid.ts'
import {
  type BatchRow,
  findBatchesOfProject,
  findFeaturedProjects,
  findProjectById,
} from './catalogue-queries.ts'

export type ProjectOffer = {
  /** The preferred batch, if the project is featured in the country. */
  readonly preferredId: string | null
  /** Batches on sale, by ascending price. */
  readonly batches: readonly BatchRow[]
}

/**
 * Returns the offer of a project, or of the country's first featured one if `projectId` is null. Returns null
 * if no project is featured.
 */
export async function readProjectOffer(
  db: Db,
  projectId: string | null,
  country: string,
): Promise<ProjectOffer | null> {
  const featured = await findFeaturedProjects(db, country)
  const id = projectId ?? featured[0]?.id
  if (id === undefined) return null
  const batches = await findBatchesOfProject(db, id)
  return {
    preferredId: featured.find((project) => project.id === id)?.preferred_batch_id ?? null,
    batches: batches.filter(({ is_offered }) => is_offered),
  }
}

/** Returns the project's id and whether it is on offer. Returns null for an unknown or invalid id. */
export async function findNamedProject(
  db: Db,
  id: string,
): Promise<{ readonly id: string; readonly is_offered: boolean } | null> {
  return isUuid(id) ? findProjectById(db, id) : null
}
