// The figures that anybody may see, and the state of the public log that proves them. Strangers ask for
// them without a session: an answer is kept for a moment, so that they cost the database little.
import { readLogState } from '#features/log/read-log-state.ts'
import { type FiguresPage, readFigures } from '#features/retirements/read-figures.ts'
import { batchesPerPage } from '#features/transparency/contract.ts'
import type { Db } from '#platform/database/database.ts'

export type Transparency = FiguresPage & {
  readonly asOf: Date
  readonly page: number
  readonly pageCount: number
  readonly log: Awaited<ReturnType<typeof readLogState>>
}

/** Counts from 1. Null where there is no such page. */
export type ReadTransparency = (page: number) => Promise<Transparency | null>

const keptMs = 2_000
/** The page that was asked for longest ago is forgotten first. */
const keptPages = 50

export function createTransparency(db: Db, clock: () => number): ReadTransparency {
  const kept = new Map<
    number,
    { readonly atMs: number; readonly found: Promise<Transparency | null> }
  >()
  return (page) => {
    const known = kept.get(page)
    if (known !== undefined && clock() - known.atMs < keptMs) return known.found
    const found = read(db, page, new Date(clock()))
    kept.delete(page)
    kept.set(page, { atMs: clock(), found })
    found.catch(() => kept.delete(page))
    const oldest = kept.keys().next().value
    if (kept.size > keptPages && oldest !== undefined) kept.delete(oldest)
    return found
  }
}

async function read(db: Db, page: number, asOf: Date): Promise<Transparency | null> {
  const offset = (page - 1) * batchesPerPage
  const [figures, log] = await Promise.all([
    readFigures(db, { limit: batchesPerPage, offset }),
    readLogState(db),
  ])
  if (figures === null) return null
  const pageCount = Math.max(1, Math.ceil(figures.batchCount / batchesPerPage))
  return { ...figures, asOf, page, pageCount, log }
}
