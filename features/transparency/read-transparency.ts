// Reads the public figures, and the state of the public log that proves them. Results are cached for two
// seconds, because callers need no session.
import { readWitnessedState } from '#features/log/read-log-state.ts'
import type { Policy } from '#features/log/witness/policy.ts'
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

type TransparencyOptions = {
  readonly clock: () => number
  readonly retirementDays: number
  /** The policy of LOG_WITNESSES, if the operator has one. */
  readonly policy?: Policy | undefined
}

/** Returns a reader that caches each page, so that concurrent calls share a reading. */
export function createTransparency(
  db: Db,
  { clock, ...options }: TransparencyOptions,
): ReadTransparency {
  const cache = new Map<
    number,
    { readonly atMs: number; readonly figures: Promise<Transparency | null> }
  >()
  return (page) => {
    const cached = cache.get(page)
    if (cached !== undefined && clock() - cached.atMs < cacheMs) return cached.figures
    const figures = readPage(db, { page, now: new Date(clock()), ...options })
    cache.delete(page)
    cache.set(page, { atMs: clock(), figures })
    figures.catch(() => cache.delete(page))
    const oldest = cache.keys().next().value
    if (cache.size > cachedPagesMax && oldest !== undefined) cache.delete(oldest)
    return figures
  }
}

type TransparencyQuery = Omit<TransparencyOptions, 'clock'> & {
  readonly page: number
  readonly now: Date
}

async function readPage(db: Db, { page, now, retirementDays, policy }: TransparencyQuery) {
  const offset = (page - 1) * batchesPerPage
  const [figures, nextRetirement, log] = await Promise.all([
    readFigures(db, { limit: batchesPerPage, offset }),
    readNextRetirement(db, { retirementDays, now }),
    readWitnessedState(db, policy, now.getTime()),
  ])
  if (figures === null) return null
  const pageCount = Math.max(1, Math.ceil(figures.batchCount / batchesPerPage))
  return { ...figures, nextRetirement, asOf: now, page, pageCount, log }
}
