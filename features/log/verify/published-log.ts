// Reads a log from its public addresses: checkpoint, key and bundles of entries. It does not judge
// the answers.
import { setTimeout } from 'node:timers/promises'
import { tilePath, tileWidth } from '#values/text/tile-names.ts'

/** Bundles requested concurrently. */
const bundlesAtOnce = 8
const answerMs = 30_000
/** Most requests of one address while the server is busy, and most seconds between two of them. */
const attemptsMax = 5
const waitSecondsMax = 60
/** The size limit of a bundle: each entry has at most 65,535 bytes and two for its length. */
const bundleMaxBytes = tileWidth * 65_537
const checkpointMaxBytes = 65_536

export class LogUnreadable extends Error {
  override name = 'LogUnreadable'
}

/** Reads a text of the log. `address` is a log's prefix, such as `https://passport.example/log`. */
export async function readText(address: string, name: 'checkpoint' | 'key'): Promise<string> {
  return (await read(`${address}/${name}`, checkpointMaxBytes)).toString()
}

/** Yields all entries of a log of that size, in order, bundle by bundle. Throws a LogUnreadable. */
export async function* readBundles(address: string, size: number): AsyncGenerator<Buffer[]> {
  const count = Math.ceil(size / tileWidth)
  const coming: Promise<Buffer[]>[] = []
  const ask = (index: number) => {
    const width = Math.min(tileWidth, size - index * tileWidth)
    const bundle = readBundle(`${address}/tile/${tilePath('entries', index, width)}`, width)
    // Prevents an unhandled rejection, because the request may fail before it is awaited.
    bundle.catch(() => undefined)
    coming.push(bundle)
  }
  for (let index = 0; index < Math.min(count, bundlesAtOnce); index += 1) ask(index)
  for (let index = 0; index < count; index += 1) {
    const bundle = await coming.shift()
    if (index + bundlesAtOnce < count) ask(index + bundlesAtOnce)
    if (bundle !== undefined) yield bundle
  }
}

async function readBundle(address: string, width: number): Promise<Buffer[]> {
  const bytes = await read(address, bundleMaxBytes)
  const entries: Buffer[] = []
  let at = 0
  while (at + 2 <= bytes.length) {
    const end = at + 2 + bytes.readUInt16BE(at)
    if (end > bytes.length) break
    entries.push(bytes.subarray(at + 2, end))
    at = end
  }
  if (at === bytes.length && entries.length === width) return entries
  throw new LogUnreadable(`${address} is no bundle of ${width} entries.`)
}

/**
 * Fetches an address. Repeats where the server limits the rate (429, 503), after the time that it
 * names.
 */
async function answerOf(address: string): Promise<Response> {
  for (let attempt = 1; ; attempt += 1) {
    const signal = AbortSignal.timeout(answerMs)
    const answer = await fetch(address, { signal }).catch((error: Error) => {
      const cause = error.cause instanceof Error ? error.cause.message : error.message
      throw new LogUnreadable(`${address} does not answer: ${cause}.`)
    })
    const isBusy = answer.status === 429 || answer.status === 503
    const waitSeconds = Number(answer.headers.get('retry-after') ?? Number.NaN)
    if (!isBusy || attempt === attemptsMax || !(waitSeconds <= waitSecondsMax)) return answer
    await answer.body?.cancel()
    await setTimeout(waitSeconds * 1_000)
  }
}

async function read(address: string, bytesMax: number): Promise<Buffer> {
  const answer = await answerOf(address)
  if (!answer.ok) throw new LogUnreadable(`${address} answers ${answer.status}.`)
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of answer.body ?? []) {
    length += chunk.length
    if (length > bytesMax) throw new LogUnreadable(`${address} answers more than it may.`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
