// Copies the whole database into one file from a single snapshot, while the product runs. It streams, so
// that its memory use does not depend on the size. It must not change the database.
import { once } from 'node:events'
import {
  createWriteStream,
  existsSync,
  fstatSync,
  fsyncSync,
  lstatSync,
  rmSync,
  statSync,
} from 'node:fs'
import { type FileHandle, open, rename, rm, stat } from 'node:fs/promises'
import { constants } from 'node:os'
import { pipeline } from 'node:stream/promises'
import { createGzip, type Gzip } from 'node:zlib'
import type pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { openClientWithoutTimeout } from '#operator/client-without-timeout.ts'
import { stopSignals } from '#operator/stop-signals.ts'
import { findCallerFile } from '#platform/caller-file.ts'
import { hasTable } from '#platform/database/schema/has-table.ts'
import { unfinishedRestore } from '#platform/database/schema/migrate.ts'
import {
  BackupError,
  type BackupTable,
  backupFormat,
  type Foot,
  type Head,
  tableEnd,
} from './backup-file.ts'
import { ownTables } from './backup-tables.ts'

export type BackupReport = Awaited<ReturnType<typeof backUp>>

/**
 * Writes the backup. Only the owner can read the file (mode 0600), because it contains phone numbers.
 * The file gets its name once it is complete and synced to the disk. It replaces an existing file only
 * with `replaces`. Throws a BackupError for an empty database.
 */
export async function backUp(databaseUrl: string, file: string, replaces = false) {
  if (!replaces) assertAbsent(file)
  const client = await openClientWithoutTimeout(databaseUrl, 'carbon-passport backup')
  let target: Target | null = null
  try {
    target = await openTarget(file, replaces)
    await client.query('begin isolation level repeatable read, read only')
    const head = await readHead(client)
    const gzip = createGzip()
    // Streams to the descriptor, because a stream of the handle would keep the handle from closing.
    const stream = createWriteStream('', { fd: target.fd, autoClose: false })
    const written = pipeline(gzip, stream)
    const copied = copyAll(client, gzip, head).catch((error: Error) => {
      gzip.destroy(error)
      throw error
    })
    const [rows] = await Promise.all([copied, written])
    const bytes = await target.finish()
    const counts = Object.values(rows)
    return {
      file,
      takenAt: head.takenAt,
      tables: counts.length,
      rows: counts.reduce((sum, count) => sum + count, 0),
      bytes,
    }
  } catch (error) {
    await target?.discard()
    throw error
  } finally {
    await target?.close()
    await client.end().catch(() => undefined)
  }
}

/**
 * The file that a backup is written to. `finish` syncs it to the disk, gives it its name, and returns
 * its size in bytes.
 */
type Target = {
  readonly fd: number
  finish(): Promise<number>
  discard(): Promise<void>
  close(): Promise<void>
}

async function openTarget(file: string, replaces: boolean): Promise<Target> {
  const { fd, at = file } = findCallerFile(file)
  return fd === undefined ? openPartTarget(file, at, replaces) : callerTarget(fd)
}

/**
 * Returns the target for a file that run-as-service.ts opened. That program names the file afterwards,
 * or removes it.
 */
function callerTarget(fd: number): Target {
  return {
    fd,
    async finish() {
      fsyncSync(fd)
      return fstatSync(fd).size
    },
    discard: async () => undefined,
    close: async () => undefined,
  }
}

async function openPartTarget(file: string, at: string, replaces: boolean): Promise<Target> {
  assertReplaceable(file, at)
  const part = `${at}.part`
  const handle = await openPart(part)
  // A stopped backup must not leave a copy of personal data that no later backup replaces.
  const stop = (signal: NodeJS.Signals) => {
    const found = statSync(part, { throwIfNoEntry: false })
    if (found?.ino === fstatSync(handle.fd).ino) rmSync(part, { force: true })
    process.exit(128 + constants.signals[signal])
  }
  for (const signal of stopSignals) process.once(signal, stop)
  return {
    fd: handle.fd,
    async finish() {
      await handle.sync()
      if (!(await isSameFile(handle, part))) {
        throw new BackupError(`Another backup writes ${part}: this one was given up.`)
      }
      if (!replaces) assertAbsent(file)
      await rename(part, at)
      return (await stat(at)).size
    },
    async discard() {
      if (await isSameFile(handle, part)) await rm(part, { force: true })
    },
    async close() {
      for (const signal of stopSignals) process.off(signal, stop)
      await handle.close()
    },
  }
}

/** Throws for a device, a pipe or a link without a target, which a rename would remove. */
function assertReplaceable(file: string, at: string): void {
  const found = lstatSync(at, { throwIfNoEntry: false })
  const target = found?.isSymbolicLink() ? statSync(at, { throwIfNoEntry: false }) : found
  if (found === undefined || target?.isFile()) return
  throw new BackupError(`${file} is no regular file, and a backup does not replace it.`)
}

/** Throws if the file exists, because it may be the only complete backup. */
export function assertAbsent(file: string): void {
  const { fd, at = file, fault } = findCallerFile(file)
  if (fault !== undefined) throw new BackupError(fault)
  if (fd !== undefined || !existsSync(at)) return
  throw new BackupError(`${file} is there already: name a new file, or give --replace.`)
}

async function readHead(client: pg.Client): Promise<Head> {
  if (!(await hasTable(client, 'migrations')))
    throw new BackupError('There is nothing in this database to copy.')
  if (await hasTable(client, unfinishedRestore)) {
    throw new BackupError('A restore into this database was not finished: there is nothing whole.')
  }
  const moment = await client.query('select now() as taken_at')
  const migrations = await client.query(
    'select number, name, sha256 from migrations order by number',
  )
  return {
    format: backupFormat,
    takenAt: moment.rows[0].taken_at.toISOString(),
    migrations: migrations.rows,
  }
}

async function copyAll(client: pg.Client, gzip: Gzip, head: Head): Promise<Foot['rows']> {
  const rows: Foot['rows'] = {}
  await write(gzip, `${JSON.stringify(head)}\n`)
  for (const { table, columns, partitioned } of await ownTables(client)) {
    const last_id = partitioned ? await lastId(client, table) : undefined
    await write(gzip, `${JSON.stringify({ table, columns, last_id } satisfies BackupTable)}\n`)
    const names = columns.join(', ')
    // Selects from a partitioned table, because PostgreSQL's COPY reads it only as a query.
    const source = partitioned ? `(select ${names} from ${table})` : `${table} (${names})`
    const copy = client.query(copyTo(`copy ${source} to stdout`))
    for await (const chunk of copy) await write(gzip, chunk)
    rows[table] = copy.rowCount
    await write(gzip, tableEnd)
  }
  // Reads the sequences last, because they belong to no snapshot and must not be behind the rows.
  const sequences = await client.query<[string, string | null]>({
    text: `select format('%I.%I', schemaname, sequencename), last_value::text from pg_sequences
           order by 1`,
    rowMode: 'array',
  })
  const foot: Foot = { rows, sequences: sequences.rows }
  gzip.end(`${JSON.stringify(foot)}\n`)
  return rows
}

async function lastId(client: pg.Client, table: string): Promise<string | null> {
  const { rows } = await client.query(`select max(id)::text as last_id from ${table}`)
  return rows[0].last_id
}

async function write(gzip: Gzip, chunk: string | Buffer): Promise<void> {
  if (!gzip.write(chunk)) await once(gzip, 'drain')
}

/**
 * Opens a new temporary file. It replaces that of an interrupted backup, whose mode may differ and
 * which other programs may have open.
 */
async function openPart(part: string): Promise<FileHandle> {
  await rm(part, { force: true })
  const handle = await open(part, 'wx', 0o600)
  await handle.chmod(0o600)
  return handle
}

/**
 * Returns true if the file at the path is still the one that we opened. A concurrent backup to the same
 * path replaces it.
 */
async function isSameFile(handle: FileHandle, part: string): Promise<boolean> {
  const [opened, current] = await Promise.all([handle.stat(), stat(part).catch(() => null)])
  return current?.ino === opened.ino && current.dev === opened.dev
}
