// Reads the public figures, and the state of the public log that proves them. Results are cached for two
// seconds, because callers need no session.
import { readLogState } from '#features/log/read-log-state.ts'
import { readNextRetirement } from '#features/retirements/next-retirement.ts'
import { readFigures } from '#features/retirements/read-figures.ts'
import { batchesPerPage } from '#features/transparency/transparency-calls.ts'
import type { Db } from '#platform/database/database.ts'

export type Transparency = NonNullable<Awaited<ReturnType<typeof readPage>>>

/** Returns the page with this number, from 1. Returns null if the page does not exist. */
export type ReadTransparency = (page: number) => Promise<Transparency | null>

const cacheMs = 2_000
/** Maximum number of cached pages. If there are more, the page that was read earliest is removed. */
const cachedPagesMax = 50

type TransparencyOptions = { readonly clock: () => number; readonly retirementDays: number }

/** Returns a reader that caches each page, so that concurrent calls share a reading. */
export function createTransparency(
  db: Db,
  { clock, retirementDays }: TransparencyOptions,
): ReadTransparency {
  const cache = new Map<
    number,
    { readonly atMs: number; readonly figures: Promise<Transparency | null> }
  >()
  return (page) => {
    const cached = cache.get(page)
    if (cached !== undefined && clock() - cached.atMs < cacheMs) return cached.figures
    const figures = readPage(db, { page, now: new Date(clock()), retirementDays })
    cache.delete(page)
    cache.set(page, { atMs: clock(), figures })
    figures.catch(() => cache.delete(page))
    const oldest = cache.keys().next().value
    if (cache.size > cachedPagesMax && oldest !== undefined) cache.delete(oldest)
    return figures
  }
}

type TransparencyQuery = {
  readonly page: number
  readonly now: Date
  readonly retirementDays: number
}

async function readPage(db: Db, { page, now, retirementDays }: TransparencyQuery) {
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
