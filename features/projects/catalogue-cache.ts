// The catalogue's answers as bytes, kept for a moment: everybody's answer is the same, and most
// people only look. It must not show anybody a stock older than their own last purchase, nor
// anybody else's change later than within a second (contract 2).
import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import type { KnownProblem } from '#platform/http/errors.ts'
import { isProblem } from '#values/problem.ts'

/** Contract 2: right within a second of anybody's change. Half of it leaves room for the way. */
const keptForMs = 500
/** Answers kept at most; an address is a key, and a search may be anything. */
const answersMax = 256
/** Worth its time for bytes that are sent many times; the levels above cost far more. */
const brotliQuality = 5

const compress = promisify(brotliCompress)

export type KeptAnswer = {
  readonly bytes: Buffer
  readonly etag: string
  /** Where the next page of a list begins, or null. */
  readonly next: string | null
  /** The same bytes in brotli, made when somebody first asks for them. */
  brotli(): Promise<Buffer>
}

export type Found = { readonly body: object; readonly next: string | null }
type Find = () => Promise<Found | KnownProblem>
type Answer = KeptAnswer | KnownProblem

export type CatalogueCache = {
  /**
   * The answer at `address`, or what keeps it from being found. With `fresh` it was read after the
   * call; else it may have been read up to half a second before. Callers of one moment share a
   * reading.
   */
  read(address: string, fresh: boolean, find: Find): Promise<Answer>
}

type Entry = {
  readonly answer: Promise<Answer>
  readonly startedMs: number
  running: boolean
  /** The reading that begins when this one ends: for whom this one began too early. */
  following?: Promise<Answer>
}

export function createCatalogueCache(): CatalogueCache {
  const entries = new Map<string, Entry>()

  function start(address: string, find: Find): Promise<Answer> {
    const answer = find().then((found) => (isProblem(found) ? found : keep(found)))
    const entry: Entry = { answer, startedMs: performance.now(), running: true }
    entries.delete(address)
    entries.set(address, entry)
    const oldest = entries.keys().next().value
    if (entries.size > answersMax && oldest !== undefined) entries.delete(oldest)
    answer
      .catch(() => entries.get(address) === entry && entries.delete(address))
      .finally(() => {
        entry.running = false
      })
    return answer
  }

  return {
    read(address, fresh, find) {
      const entry = entries.get(address)
      if (entry === undefined) return start(address, find)
      if (!fresh && performance.now() - entry.startedMs < keptForMs) return entry.answer
      if (!entry.running) return start(address, find)
      entry.following ??= entry.answer.then(
        () => start(address, find),
        () => start(address, find),
      )
      return entry.following
    },
  }
}

function keep({ body, next }: Found): KeptAnswer {
  const bytes = Buffer.from(JSON.stringify(body))
  let compressed: Promise<Buffer> | undefined
  return {
    bytes,
    next,
    etag: createHash('sha256').update(bytes).digest('base64url'),
    brotli() {
      const params = { [constants.BROTLI_PARAM_QUALITY]: brotliQuality }
      compressed ??= compress(bytes, { params })
      return compressed
    },
  }
}
