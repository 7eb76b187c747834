// Caches the catalogue's responses as bytes for at most half a second; they are the same for every user.
// A buyer's next read must include their own purchase. Any other change must show within a second
// (docs/product.md#every-call).
import type { Db } from '#platform/database/database.ts'
import type { Replicas } from '#platform/database/replicas/replicas.ts'
import type { KnownProblem } from '#platform/http/errors.ts'
import { brotliQuality, type KeptBytes, keepBytes } from '#platform/http/pages/kept-bytes.ts'
import { isProblem } from '#values/problem.ts'

/**
 * Milliseconds for which a response is cached. The time is shorter for a replica's response, because a
 * replica lags behind the primary (docs/product.md#several-machines).
 */
const cacheMs = { primary: 500, replica: 200 }
/**
 * Maximum number of cached responses, and maximum of their uncompressed bytes. Without a limit,
 * searches for arbitrary texts would fill the memory.
 */
const answersMax = 256
const cachedBytesMax = 32 * 1024 * 1024

export type KeptAnswer = KeptBytes & {
  /** Cursor of the next page, or null. */
  readonly next: string | null
}

/** The list and its known query parameters, which determine the response. */
export type CatalogueKey = { readonly list: string } & Readonly<
  Record<string, string | number | undefined>
>

/** Returns the cache key. Requests with equal parameters in any order share a key. */
export function catalogueKey(key: CatalogueKey): string {
  const fields = Object.entries(key).filter(([, value]) => value !== undefined && value !== '')
  return JSON.stringify(fields.sort(([a], [b]) => (a < b ? -1 : 1)))
}

export type Found = { readonly body: object; readonly next: string | null }
type Find = (db: Db) => Promise<Found | KnownProblem>
type Answer = KeptAnswer | KnownProblem

export type CatalogueCache = {
  /**
   * Returns the response for `key`, or the problem that `find` returned. With `fresh`, `find` runs on
   * the primary after the call; otherwise the response may be half a second old. Concurrent callers
   * share one run of `find`.
   */
  read(key: string, fresh: boolean, find: Find): Promise<Answer>
}

type Entry = {
  readonly answer: Promise<Answer>
  readonly startedMs: number
  cacheMs: number
  running: boolean
  /** Size of the response; 0 until it arrives. */
  bytes: number
  /** The next read, which starts after this one, for callers that need newer data. */
  nextRead?: Promise<Answer>
}

type CacheOptions = {
  readonly db: Db
  readonly replicas: Replicas
  readonly bytesMax?: number
}

export function createCatalogueCache({
  db,
  replicas,
  bytesMax = cachedBytesMax,
}: CacheOptions): CatalogueCache {
  const entries = new Map<string, Entry>()
  let keptBytes = 0

  function drop(key: string, entry: Entry): void {
    if (entries.get(key) !== entry) return
    entries.delete(key)
    keptBytes -= entry.bytes
  }

  function makeRoom(): void {
    for (const [key, entry] of entries) {
      if (entries.size <= answersMax && keptBytes <= bytesMax) return
      drop(key, entry)
    }
  }

  function start(key: string, find: Find, fresh: boolean): Promise<Answer> {
    const startedMs = performance.now()
    let source: keyof typeof cacheMs = 'primary'
    const readOn = (server: typeof source, from: Db) => {
      source = server
      return find(from)
    }
    const reading = fresh
      ? find(db)
      : replicas.read(
          'committed',
          (replica) => readOn('replica', replica),
          () => readOn('primary', db),
        )
    const answer = reading.then((found) => (isProblem(found) ? found : keep(found)))
    const entry: Entry = {
      answer,
      startedMs,
      cacheMs: cacheMs.primary,
      running: true,
      bytes: 0,
    }
    const previous = entries.get(key)
    if (previous !== undefined) drop(key, previous)
    entries.set(key, entry)
    makeRoom()
    answer
      .then((reply) => {
        if (entries.get(key) !== entry) return
        // Problems are not cached: requests with arbitrary texts would fill the cache with them.
        if (isProblem(reply)) return drop(key, entry)
        entry.bytes = reply.bytes.length
        entry.cacheMs = cacheMs[source]
        keptBytes += entry.bytes
        makeRoom()
      })
      .catch(() => drop(key, entry))
      .finally(() => {
        entry.running = false
      })
    return answer
  }

  return {
    read(key, fresh, find) {
      const entry = entries.get(key)
      if (entry === undefined) return start(key, find, fresh)
      if (!fresh && performance.now() - entry.startedMs < entry.cacheMs) return entry.answer
      if (!entry.running) return start(key, find, fresh)
      // The next run reads from the primary, because a waiting caller may just have changed data.
      entry.nextRead ??= entry.answer.then(
        () => start(key, find, true),
        () => start(key, find, true),
      )
      return entry.nextRead
    },
  }
}

function keep({ body, next }: Found): KeptAnswer {
  return { ...keepBytes(JSON.stringify(body), brotliQuality.forAnswers), next }
}
