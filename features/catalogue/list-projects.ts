// Lists filtered projects, the featured projects of a country, and all batches on sale.

import type { Db } from '#platform/database/database.ts'
import { type Problem, problem } from '#values/problem.ts'
import { searchWords } from '#values/text/fold.ts'
import type { Batch, FeaturedProject, ProjectListQuery, ProjectSummary } from './catalogue-calls.ts'
import { batchOnWire, summaryOnWire } from './catalogue-on-wire.ts'
import {
  findAllBatches,
  findBatchesById,
  findFeaturedProjects,
  findProjects,
} from './catalogue-queries.ts'
import { type Page, pageOf, positionOf, rowsToRead } from './list-page.ts'

type ListQuery = Pick<ProjectListQuery, 'limit' | 'cursor'>

/** Lists a page of filtered projects. Problems: `bad_request` for an invalid cursor. */
export async function listProjects(
  db: Db,
  query: ProjectListQuery,
): Promise<Page<ProjectSummary> | Problem<'bad_request'>> {
  const after = query.cursor === undefined ? null : positionOf(query.cursor)
  if (query.cursor !== undefined && after === null) return problem('bad_request')
  const limit = query.limit ?? null
  const filters = {
    registry: filterOf(query.registry),
    type: filterOf(query.type),
    status: filterOf(query.status),
    patterns: searchPatterns(query.q ?? ''),
  }
  const { rows, next } = pageOf(await findProjects(db, filters, after, rowsToRead(limit)), limit)
  return { rows: rows.map(summaryOnWire), next }
}

/** Lists a page of the batches on sale. Problems: `bad_request` for an invalid cursor. */
export async function listBatches(
  db: Db,
  query: ListQuery,
): Promise<Page<Batch> | Problem<'bad_request'>> {
  const after = query.cursor === undefined ? null : positionOf(query.cursor)
  if (query.cursor !== undefined && after === null) return problem('bad_request')
  const limit = query.limit ?? null
  const { rows, next } = pageOf(await findAllBatches(db, after, rowsToRead(limit)), limit)
  return { rows: rows.map(({ position: _, ...batch }) => batchOnWire(batch)), next }
}

/** Returns the featured projects of the country, or the worldwide ones if it has none. */
export async function listFeaturedProjects(db: Db, country: string): Promise<FeaturedProject[]> {
  const rows = await findFeaturedProjects(db, country.toUpperCase())
  const batches = await findBatchesById(
    db,
    rows.map((row) => row.preferred_batch_id).filter((id) => id !== null),
  )
  return rows.map((row) => {
    const preferred = batches.find(
      (batch) => batch.id === row.preferred_batch_id && batch.is_offered,
    )
    return {
      ...summaryOnWire(row),
      preferred_batch: preferred === undefined ? null : batchOnWire(preferred),
    }
  })
}

/** Returns the filter's value, or null for an empty text or `All`, which the page sends for no filter. */
function filterOf(value = ''): string | null {
  return value === '' || value.toLowerCase() === 'all' ? null : value
}

/**
 * Returns a LIKE pattern for each folded word of a text, with wildcards escaped. Returns null for a
 * text without words.
 */
export function searchPatterns(text: string): readonly string[] | null {
  const words = searchWords(text)
  return words.length === 0 ? null : words.map((word) => `%${word.replace(/[\\%_]/g, '\\$&')}%`)
}
