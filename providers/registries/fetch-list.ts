// Downloads a registry's list into files: a CSV file as it is, or all pages of an API that answers
// arrays and names their total. The importer reads them.
import { createReadStream, createWriteStream } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { z } from 'zod'
import { loopbackNames } from '#platform/http/limits/loopback.ts'
import { AddressRefused, askAddress, unreachable } from '#providers/registries/ask-address.ts'
import type { FileSource } from '#providers/registries/tables/file-source.ts'

/** The page size limit of Gold Standard's API, which lowers a larger one silently. */
const pageSize = 150
const pagesMax = 2_000
/** Maximum sizes of a page and of a list, in bytes. Real ones have about 0.5 MB and some hundred MB. */
const pageMaxBytes = 32 * 2 ** 20
const listMaxBytes = 2 ** 30

const page = z.array(z.unknown())

type FetchOptions = {
  /** The folder of the downloaded files. The caller removes it. */
  readonly folder: string
  /** Called after each page. */
  readonly onProgress: (entries: number, total: number) => void
}

/** Downloads a list. Throws an AddressRefused if the address fails or returns fewer entries than it named. */
export async function fetchList(
  address: string,
  { folder, onProgress }: FetchOptions,
): Promise<FileSource[]> {
  const start = safeAddress(address)
  const answer = await askAddress(start, start)
  if (answer.headers['x-total-count'] === undefined) {
    return [await store(start, answer, join(folder, 'list'))]
  }
  answer.destroy()
  return fetchPages(start, { folder, onProgress })
}

async function fetchPages(first: URL, { folder, onProgress }: FetchOptions): Promise<FileSource[]> {
  const files: FileSource[] = []
  let entries = 0
  for (let number = 1; number <= pagesMax; number += 1) {
    const url = new URL(first)
    url.searchParams.set('page', String(number))
    url.searchParams.set('size', String(pageSize))
    const answer = await askAddress(url, first)
    const total = Number(answer.headers['x-total-count'] ?? Number.NaN)
    if (!Number.isSafeInteger(total)) throw new AddressRefused(`${url.href} names no total.`)
    const bytes = await bytesOf(url, answer)
    const length = countEntries(url, bytes)
    entries += length
    const path = join(folder, `page-${number}`)
    await writeFile(path, bytes)
    files.push({ file: url.href, open: () => createReadStream(path) })
    onProgress(entries, total)
    if (entries >= total) return files
    if (length === 0) {
      throw new AddressRefused(`${first.href} named ${total} entries and gave ${entries}.`)
    }
  }
  throw new AddressRefused(`${first.href} has more than ${pagesMax} pages.`)
}

/** Counts the entries of a page. Projects and UTF-8 are checked later, when the page is read. */
function countEntries(url: URL, bytes: Buffer): number {
  try {
    return page.parse(JSON.parse(bytes.toString().replace(/^\uFEFF/, ''))).length
  } catch {
    throw new AddressRefused(`${url.href} did not answer a list in JSON.`)
  }
}

async function bytesOf(url: URL, answer: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  try {
    for await (const bytes of limitBytes(url, answer, pageMaxBytes)) chunks.push(bytes)
  } catch (error) {
    throw error instanceof Error ? unreachable(url, error) : error
  }
  return Buffer.concat(chunks)
}

async function store(url: URL, answer: IncomingMessage, path: string): Promise<FileSource> {
  try {
    await pipeline(limitBytes(url, answer, listMaxBytes), createWriteStream(path))
  } catch (error) {
    throw error instanceof Error ? unreachable(url, error) : error
  }
  return { file: url.href, open: () => createReadStream(path) }
}

async function* limitBytes(url: URL, answer: IncomingMessage, max: number): AsyncGenerator<Buffer> {
  let length = 0
  for await (const chunk of answer) {
    const bytes = z.instanceof(Buffer).parse(chunk)
    length += bytes.length
    if (length > max) throw new AddressRefused(`${url.href} answered more than ${max} bytes.`)
    yield bytes
  }
}

/** Requires https, since a list contains prices and links that must not be changed on the way. */
function safeAddress(address: string): URL {
  const url = URL.parse(address)
  const isLoopback = url?.protocol === 'http:' && loopbackNames.has(url.hostname)
  if (url !== null && (url.protocol === 'https:' || isLoopback)) return url
  throw new AddressRefused(`${address} is no https address.`)
}
