// Keeps the catalogue's answers as bytes for a moment, since everybody's answer is the same. A person must
// not see stock older than their own last purchase, nor another's change more than a second late
// (docs/product.md#every-call).
import type { Db } from '#platform/database/database.ts'
import type { Replicas } from '#platform/database/replicas/replicas.ts'
import type { KnownProblem } from '#platform/http/errors.ts'
import { brotliQuality, type KeptBytes, keepBytes } from '#platform/http/pages/kept-bytes.ts'
import { isProblem } from '#values/problem.ts'

/**
 * Half of the second within which an answer shows a change; less where a replica answered, which may be
 * late itself (docs/product.md#several-machines).
 */
const keptForMs = { primary: 500, replica: 200 }
/** Answers kept at most, and their bytes, compressed forms left out: a search may be anything. */
const answersMax = 256
const keptBytesMax = 32 * 1024 * 1024

export type KeptAnswer = KeptBytes & {
  /** Where the next page of a list begins, or null. */
  readonly next: string | null
}

/** What an answer depends on: the list, and the parameters that it knows. */
export type CatalogueKey = { readonly list: string } & Readonly<
  Record<string, string | number | undefined>
>

/** One key for all addresses that ask for the same: parameters that nobody reads are not in it. */
export function catalogueKey(asked: CatalogueKey): string {
  const given = Object.entries(asked).filter(([, value]) => value !== undefined && value !== '')
  return JSON.stringify(given.sort(([a], [b]) => (a < b ? -1 : 1)))
}

export type Found = { readonly body: object; readonly next: string | null }
type Find = (db: Db) => Promise<Found | KnownProblem>
type Answer = KeptAnswer | KnownProblem

export type CatalogueCache = {
  /**
   * The answer to `key`, or what keeps it from being found. With `fresh` it was read after the call,
   * of the primary; else it may be as it was half a second before. Callers of one moment share a
   * reading.
   */
  read(key: string, fresh: boolean, find: Find): Promise<Answer>
}

type Entry = {
  readonly answer: Promise<Answer>
  readonly startedMs: number
  keptForMs: number
  running: boolean
  /** Of the answer, once it is there. */
  bytes: number
  /** The reading that begins when this one ends: for whom this one began too early. */
  following?: Promise<Answer>
}

type CacheOptions = {
  readonly db: Db
  readonly replicas: Replicas
  readonly bytesMax?: number
}

export function createCatalogueCache({
  db,
  replicas,
  bytesMax = keptBytesMax,
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
    let source: keyof typeof keptForMs = 'primary'
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
      keptForMs: keptForMs.primary,
      running: true,
      bytes: 0,
    }
    const former = entries.get(key)
    if (former !== undefined) drop(key, former)
    entries.set(key, entry)
    makeRoom()
    answer
      .then((kept) => {
        if (entries.get(key) !== entry) return
        // What is not there is no answer to keep: any text may be asked for.
        if (isProblem(kept)) return drop(key, entry)
        entry.bytes = kept.bytes.length
        entry.keptForMs = keptForMs[source]
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
      if (!fresh && performance.now() - entry.startedMs < entry.keptForMs) return entry.answer
      if (!entry.running) return start(key, find, fresh)
      // Of the primary: whoever has just changed something may be among those who wait for it.
      entry.following ??= entry.answer.then(
        () => start(key, find, true),
        () => start(key, find, true),
      )
      return entry.following
    },
  }
}

function keep({ body, next }: Found): KeptAnswer {
  return { ...keepBytes(JSON.stringify(body), brotliQuality.forAnswers), next }
}
