// Fetches a registry's list from an address into files: a CSV file as it is, or all pages of an
// interface that answers arrays and names their total. It stores; reading is the importer's.
import { createReadStream, createWriteStream } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { z } from 'zod'
import { loopbackNames } from '#platform/http/loopback.ts'
import type { FileSource } from '#providers/registries/file-source.ts'

/** What Gold Standard's interface gives at most; it lowers a larger wish in silence. */
const pageSize = 150
const pagesMax = 2_000
const answerWithinMs = 60_000

const page = z.array(z.unknown())

type Fetching = {
  /** Where the files go; whoever made it removes it. */
  readonly folder: string
  /** Told after each page. */
  readonly onProgress: (entries: number, total: number) => void
}

/** Throws a sentence where the address cannot be used, does not answer, or gives less than it said. */
export async function fetchList(
  address: string,
  { folder, onProgress }: Fetching,
): Promise<FileSource[]> {
  const answer = await ask(safeAddress(address))
  const total = Number(answer.headers.get('x-total-count') ?? Number.NaN)
  if (!Number.isSafeInteger(total)) return [await store(address, answer, join(folder, 'list'))]
  await answer.body?.cancel()
  return fetchPages(safeAddress(address), { folder, onProgress })
}

async function fetchPages(first: URL, { folder, onProgress }: Fetching): Promise<FileSource[]> {
  const files: FileSource[] = []
  let entries = 0
  for (let number = 1; number <= pagesMax; number += 1) {
    const url = new URL(first)
    url.searchParams.set('page', String(number))
    url.searchParams.set('size', String(pageSize))
    const answer = await ask(url)
    const total = Number(answer.headers.get('x-total-count'))
    const text = await answer.text()
    const length = page.parse(JSON.parse(text)).length
    entries += length
    const path = join(folder, `page-${number}`)
    await writeFile(path, text)
    files.push({ file: url.href, open: () => createReadStream(path) })
    onProgress(entries, total)
    if (entries >= total) return files
    if (length === 0) throw new Error(`${first.href} named ${total} entries and gave ${entries}.`)
  }
  throw new Error(`${first.href} has more than ${pagesMax} pages.`)
}

async function store(address: string, answer: Response, path: string): Promise<FileSource> {
  if (answer.body === null) throw new Error(`${address} answered nothing.`)
  await pipeline(Readable.fromWeb(answer.body), createWriteStream(path))
  return { file: address, open: () => createReadStream(path) }
}

async function ask(url: URL): Promise<Response> {
  const answer = await fetch(url, { signal: AbortSignal.timeout(answerWithinMs) })
  if (!answer.ok) throw new Error(`${url.href} answered ${answer.status}.`)
  return answer
}

/** Prices and links come with a list: nobody on the way may change it. */
function safeAddress(address: string): URL {
  const url = new URL(address)
  const isSafe = url.protocol === 'https:' || loopbackNames.has(url.hostname)
  if (!isSafe) throw new Error(`${address} is no https address.`)
  return url
}
