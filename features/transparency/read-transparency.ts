// Reads the public figures, and the state of the public log that proves them. Results are cached for two
// seconds, because callers need no session.
import { readLogState } from '#features/log/read-log-state.ts'
import { type NextRetirement, readNextRetirement } from '#features/retirements/next-retirement.ts'
import { type FiguresPage, readFigures } from '#features/retirements/read-figures.ts'
import { batchesPerPage } from '#features/transparency/transparency-calls.ts'
import type { Db } from '#platform/database/database.ts'

export type Transparency = FiguresPage & {
  readonly asOf: Date
  readonly page: number
  readonly pageCount: number
  /** Null if no whole tonne is due. */
  readonly nextRetirement: NextRetirement | null
  readonly log: Awaited<ReturnType<typeof readLogState>>
}

/** Returns a page by its number from 1, or null if it does not exist. */
export type ReadTransparency = (page: number) => Promise<Transparency | null>

const keptMs = 2_000
/** Maximum number of cached pages. The least recently read one is dropped first. */
const keptPages = 50

type Needs = { readonly clock: () => number; readonly retirementDays: number }

export function createTransparency(db: Db, { clock, retirementDays }: Needs): ReadTransparency {
  const cache = new Map<
    number,
    { readonly atMs: number; readonly found: Promise<Transparency | null> }
  >()
  return (page) => {
    const cached = cache.get(page)
    if (cached !== undefined && clock() - cached.atMs < keptMs) return cached.found
    const found = read(db, { page, now: new Date(clock()), retirementDays })
    cache.delete(page)
    cache.set(page, { atMs: clock(), found })
    found.catch(() => cache.delete(page))
    const oldest = cache.keys().next().value
    if (cache.size > keptPages && oldest !== undefined) cache.delete(oldest)
    return found
  }
}

type TransparencyQuery = {
  readonly page: number
  readonly now: Date
  readonly retirementDays: number
}

async function read(
  db: Db,
  { page, now, retirementDays }: TransparencyQuery,
): Promise<Transparency | null> {
  const offset = (page - 1) * batchesPerPage
  const [figures, nextRetirement, log] = await Promise.all([
    readFigures(db, { limit: batchesPerPage, offset }),
    readNextRetirement(db, { retirementDays, now }),
    readLogState(db),
  ])
  if (figures === null) return null
  const pageCount = Math.max(1, Math.ceil(figures.batchCount / batchesPerPage))
  return { ...figures, nextRetirement, asOf: now, page, pageCount, log }
}
