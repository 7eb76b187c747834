// Caches the catalogue's responses, which are the same for every user, as bytes for at most half a second.
// A buyer's next read must include their own purchase. Any other change must be visible within a second
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

export type CachedAnswer = KeptBytes & {
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

/** A list or an object that was read, before it is encoded as JSON. */
export type CatalogueResult = { readonly body: object; readonly next: string | null }
type Find = (db: Db) => Promise<CatalogueResult | KnownProblem>
type Answer = CachedAnswer | KnownProblem

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
  isRunning: boolean
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
  let cachedBytes = 0

  function remove(key: string, entry: Entry): void {
    if (entries.get(key) !== entry) return
    entries.delete(key)
    cachedBytes -= entry.bytes
  }

  /** Removes the oldest entries until the cache is within its limits. */
  function evictOldest(): void {
    for (const [key, entry] of entries) {
      if (entries.size <= answersMax && cachedBytes <= bytesMax) return
      remove(key, entry)
    }
  }

  /** Starts a read, makes it the key's entry, and caches the response when it arrives. */
  function startRead(key: string, find: Find, fresh: boolean): Promise<Answer> {
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
    const answer = reading.then((result) => (isProblem(result) ? result : encode(result)))
    const entry: Entry = {
      answer,
      startedMs,
      cacheMs: cacheMs.primary,
      isRunning: true,
      bytes: 0,
    }
    const previous = entries.get(key)
    if (previous !== undefined) remove(key, previous)
    entries.set(key, entry)
    evictOldest()
    answer
      .then((reply) => {
        if (entries.get(key) !== entry) return
        // Problems are not cached: requests with arbitrary texts would fill the cache with them.
        if (isProblem(reply)) return remove(key, entry)
        entry.bytes = reply.bytes.length
        entry.cacheMs = cacheMs[source]
        cachedBytes += entry.bytes
        evictOldest()
      })
      .catch(() => remove(key, entry))
      .finally(() => {
        entry.isRunning = false
      })
    return answer
  }

  return {
    read(key, fresh, find) {
      const entry = entries.get(key)
      if (entry === undefined) return startRead(key, find, fresh)
      if (!fresh && performance.now() - entry.startedMs < entry.cacheMs) return entry.answer
      if (!entry.isRunning) return startRead(key, find, fresh)
      // The next run reads from the primary, because a waiting caller may just have changed data.
      entry.nextRead ??= entry.answer.then(
        () => startRead(key, find, true),
        () => startRead(key, find, true),
      )
      return entry.nextRead
    },
  }
}

function encode({ body, next }: CatalogueResult): CachedAnswer {
  return { ...keepBytes(JSON.stringify(body), brotliQuality.forAnswers), next }
}
