// Downloads a log from its public addresses: checkpoint, key and bundles of entries. It does not verify
// them.
import { setTimeout } from 'node:timers/promises'
import { failureWords } from '#values/failure-cause.ts'
import { secondsInRetryAfter } from '#values/text/retry-after.ts'
import { tilePath, tileWidth } from '#values/text/tile-names.ts'

/** Maximum number of concurrent requests for bundles. */
const concurrentBundles = 8
const timeoutMs = 30_000
/** Maximum number of requests for one address while the server is busy. */
const attemptsMax = 5
/** Maximum wait between two attempts, in seconds. */
const waitSecondsMax = 60
/** Maximum size of a bundle: each entry has two bytes of length and at most 65,535 bytes of text. */
const bundleMaxBytes = tileWidth * 65_537
const checkpointMaxBytes = 65_536

export class LogUnreadable extends Error {
  override name = 'LogUnreadable'
}

/** Downloads a text of the log. `address` is its prefix, such as `https://passport.example/log`. */
export async function readText(address: string, name: 'checkpoint' | 'key'): Promise<string> {
  return (await read(`${address}/${name}`, checkpointMaxBytes)).toString()
}

/** Yields the first `size` entries of a log in order, by bundle. Throws a LogUnreadable on failure. */
export async function* readBundles(address: string, size: number): AsyncGenerator<Buffer[]> {
  const count = Math.ceil(size / tileWidth)
  const pending: Promise<Buffer[]>[] = []
  const requestBundle = (index: number) => {
    const width = Math.min(tileWidth, size - index * tileWidth)
    const bundle = readBundle(`${address}/tile/${tilePath('entries', index, width)}`, width)
    // Prevents an unhandled rejection if the request fails before the loop awaits it.
    bundle.catch(() => undefined)
    pending.push(bundle)
  }
  for (let index = 0; index < Math.min(count, concurrentBundles); index += 1) requestBundle(index)
  for (let index = 0; index < count; index += 1) {
    const bundle = await pending.shift()
    if (index + concurrentBundles < count) requestBundle(index + concurrentBundles)
    if (bundle !== undefined) yield bundle
  }
}

async function readBundle(address: string, width: number): Promise<Buffer[]> {
  const bytes = await read(address, bundleMaxBytes)
  const entries: Buffer[] = []
  let offset = 0
  while (offset + 2 <= bytes.length) {
    const end = offset + 2 + bytes.readUInt16BE(offset)
    if (end > bytes.length) break
    entries.push(bytes.subarray(offset + 2, end))
    offset = end
  }
  if (offset === bytes.length && entries.length === width) return entries
  throw new LogUnreadable(`${address} is no bundle of ${width} entries.`)
}

/**
 * Fetches an address. If the server is busy (429 or 503), tries again after the seconds of its
 * `retry-after`. Returns the last response, also a busy one.
 */
async function fetchPatiently(address: string): Promise<Response> {
  for (let attempt = 1; ; attempt += 1) {
    const signal = AbortSignal.timeout(timeoutMs)
    // A stranger's server must not lead into the caller's own network.
    const response = await fetch(address, { signal, redirect: 'manual' }).catch((error: Error) => {
      throw noReplyError(address, error)
    })
    const isBusy = response.status === 429 || response.status === 503
    const waitSeconds = secondsInRetryAfter(response.headers.get('retry-after'))
    const isLast = attempt === attemptsMax || waitSeconds === undefined
    if (!isBusy || isLast || waitSeconds > waitSecondsMax) return response
    await response.body?.cancel()
    await setTimeout(waitSeconds * 1_000)
  }
}

/** Returns the error of an address that does not reply. */
function noReplyError(address: string, error: unknown): LogUnreadable {
  if (error instanceof LogUnreadable) return error
  return new LogUnreadable(`${address} does not answer: ${failureWords(error)}.`)
}

async function read(address: string, bytesMax: number): Promise<Buffer> {
  const response = await fetchPatiently(address)
  if (!response.ok) throw new LogUnreadable(`${address} answers ${response.status}.`)
  const chunks: Uint8Array[] = []
  let length = 0
  try {
    for await (const chunk of response.body ?? []) {
      length += chunk.length
      if (length > bytesMax) throw new LogUnreadable(`${address} answers more than it may.`)
      chunks.push(chunk)
    }
  } catch (error) {
    // The connection may also break while the body is read.
    throw noReplyError(address, error)
  }
  return Buffer.concat(chunks)
}
