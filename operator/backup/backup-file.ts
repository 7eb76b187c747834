// Reads and writes the format of a backup file: gzip of lines. The first line is the head, then
// each table is PostgreSQL's COPY text between a line with its name and `\.`. The last line
// contains the sequences and the number of rows, so that a truncated file is recognised.
import { createReadStream } from 'node:fs'
import { pipeline, type Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { z } from 'zod'
import { findCallerFile, readDescriptor } from '#platform/caller-file.ts'

export const backupFormat = 'carbon-passport backup 1'
/** Ends a table, as in PostgreSQL's own dumps; no row can look like it. */
export const tableEnd = '\\.\n'

/** Maximum length of a line outside the tables, in bytes. The longest, the last one, has some thousand. */
const lineMaxBytes = 2 ** 20
/** Maximum length of a table's row, in bytes: far above the limit of any column of the product. */
const rowMaxBytes = 32 * 2 ** 20
/** Size of an unpacked chunk, in bytes. */
const chunkBytes = 2 ** 18

const migrationSchema = z.object({ number: z.number(), name: z.string(), sha256: z.string() })

export const headSchema = z.object({
  format: z.literal(backupFormat),
  takenAt: z.string(),
  migrations: z.array(migrationSchema).min(1),
})
export type Head = z.infer<typeof headSchema>

export const tableSchema = z.object({
  table: z.string(),
  columns: z.array(z.string()).min(1),
  /** The greatest id of a table that is partitioned by its ids; null where it has no rows. */
  last_id: z.string().nullish(),
})
export type BackupTable = z.infer<typeof tableSchema>

export const footSchema = z.object({
  rows: z.record(z.string(), z.number()),
  /** Name and last value of each sequence; null for an unused one. */
  sequences: z.array(z.tuple([z.string(), z.string().nullable()])),
})
export type Foot = z.infer<typeof footSchema>

/** The error of a backup or a restore. Its message is for the operator. */
export class BackupError extends Error {
  override name = 'BackupError'
}

export class BackupReader {
  #pending = Buffer.alloc(0)
  readonly #source: AsyncIterator<Buffer>

  constructor(path: string) {
    this.#source = openGunzip(path)[Symbol.asyncIterator]()
  }

  /** Returns the next line as parsed JSON. Throws a BackupError if the file has no more lines. */
  async line(): Promise<unknown> {
    let end = this.#pending.indexOf('\n')
    for (; end < 0; end = this.#pending.indexOf('\n')) await this.#more(lineMaxBytes)
    const line = this.#take(end + 1).toString()
    try {
      return JSON.parse(line)
    } catch {
      throw new BackupError('The file is no backup of Carbon Passport, or is damaged.')
    }
  }

  /** Yields a table's rows in chunks of whole lines, up to its end. */
  async *rows(): AsyncGenerator<Buffer> {
    for (;;) {
      if (this.#pending.subarray(0, tableEnd.length).equals(Buffer.from(tableEnd))) {
        this.#take(tableEnd.length)
        return
      }
      const end = this.#pending.indexOf(`\n${tableEnd}`)
      const rowsEnd = end >= 0 ? end : this.#pending.lastIndexOf('\n')
      if (rowsEnd >= 0) yield this.#take(rowsEnd + 1)
      else await this.#more(rowMaxBytes)
    }
  }

  /** Checks the end of the file. Throws if data follows the last line, or the file's checksum is wrong. */
  async end(): Promise<void> {
    if (this.#pending.length > 0 || !(await this.#next()).done) {
      throw new BackupError('The backup has something behind its end: it is damaged.')
    }
  }

  /** Closes the file, even before its end. */
  async close(): Promise<void> {
    await this.#source.return?.()
  }

  #take(length: number): Buffer {
    const taken = this.#pending.subarray(0, length)
    this.#pending = this.#pending.subarray(length)
    return taken
  }

  /**
   * Reads up to the next chunk with a line end. Call it if the pending bytes have none. Throws if more than
   * `max` bytes have none, which no backup has.
   */
  async #more(max: number): Promise<void> {
    const chunks: Uint8Array[] = [this.#pending]
    let length = this.#pending.length
    for (;;) {
      if (length > max) {
        throw new BackupError('The file has a line that no backup has: it is none, or is damaged.')
      }
      const { done, value } = await this.#next()
      if (done) throw new BackupError('The backup ends too early: it was cut off.')
      chunks.push(value)
      length += value.length
      if (value.includes('\n')) break
    }
    this.#pending = Buffer.concat(chunks)
  }

  #next(): Promise<IteratorResult<Buffer>> {
    return this.#source.next().catch((error: Error) => {
      throw new BackupError(`The backup cannot be read: ${error.message}.`)
    })
  }
}

function openGunzip(path: string): Readable {
  const { fd, at = path, fault } = findCallerFile(path)
  if (fault !== undefined) throw new BackupError(fault)
  const bytes = fd === undefined ? createReadStream(at) : readDescriptor(fd)
  // Ignores the pipeline's error, because `#next` reports it when it reads a line.
  return pipeline(bytes, createGunzip({ chunkSize: chunkBytes }), () => undefined)
}
