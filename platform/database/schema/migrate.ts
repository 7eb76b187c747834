// Migrates a database to the newest schema. It runs the SQL files of database/migrations forward only,
// each in one transaction with its row. It must not change a database whose history differs from the
// files, nor apply a file twice, even if several processes start concurrently.
import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import pg from 'pg'
import { retryOnConflict, sqlState } from '#platform/database/database.ts'
import { hasTable } from './has-table.ts'

/** The error of a migration. Its message names the file at fault. */
class MigrationError extends Error {
  readonly code = 'migration'
}

/**
 * Folder of the SQL files, and schema of the table of applied migrations. Default: those of the
 * product.
 */
export type Migrations = { folder?: string; schema?: string }

export type MigrateOptions = Migrations & {
  log?: (sentence: string) => void
  /** Number of the last migration to apply. A restore migrates to the schema of its backup. */
  through?: number
}

type Migration = { number: number; name: string; sql: string; sha256: string }
type Applied = { number: number; name: string; sha256: string }

const ownFolder = resolve(import.meta.dirname, '../../../database/migrations')

/** Key of the advisory lock. It is the same in every version of the product. */
const migrationLock = 7_276_614_002

/** SQLSTATE of PostgreSQL, appendix A. */
const insufficientPrivilege = '42501'

/** SQLSTATE of a `raise` by which a migration reports its changes of rows to the operator. */
const reportCode = 'CP001'

const connectWaitMs = 30_000
/** Maximum wait for the migration lock, in milliseconds. Another process may be migrating a large table. */
const turnWaitMs = 600_000
/** Maximum wait of a migration for a table, in milliseconds. Requests wait behind it. */
const tableWaitMs = 10_000

/** Throws an error that lists the pending migrations, if there are any. */
async function assertMigrated(client: pg.Client): Promise<void> {
  const pending = await readPending(client, {})
  if (pending.length === 0) return
  const names = pending.map(({ name }) => name).join(', ')
  throw new MigrationError(
    `The database lacks ${names}, and MIGRATE_ON_START=0: npm run operator -- migrate`,
  )
}

/**
 * Name of a table that exists from the commit of a restore's rows until its last step. Until then the
 * database may still contain users who must be erased again.
 */
export const unfinishedRestore = 'unfinished_restore'

/** Throws if a restore is unfinished. */
async function assertRestoreFinished(client: pg.Client): Promise<void> {
  if (!(await hasTable(client, unfinishedRestore))) return
  throw new MigrationError(
    'A restore into this database was not finished: give `restore` the same file again.',
  )
}

/** Migrates the database. If `migratesOnStart` is false, throws while a migration is pending instead. */
export async function prepareSchema(
  url: string,
  migratesOnStart: boolean,
  log: (sentence: string) => void,
): Promise<void> {
  await onClient(url, async (client) => {
    await assertRestoreFinished(client)
    if (migratesOnStart) await migrateOn(client, { log })
    else await assertMigrated(client)
  })
}

/** Runs `work` on a separate connection, and closes it afterwards. */
async function onClient<Result>(
  url: string,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: connectWaitMs,
    application_name: 'carbon-passport migrate',
  })
  // Without a listener a lost connection would end the process; the running query fails as well.
  client.on('error', () => {})
  try {
    await client.connect()
    return await work(client)
  } finally {
    await client.end().catch(() => {})
  }
}

/** Applies the missing migrations and returns their names. Throws an error that names the file at fault. */
export function migrate(url: string, options: MigrateOptions = {}): Promise<string[]> {
  return onClient(url, (client) => migrateOn(client, options))
}

async function migrateOn(client: pg.Client, options: MigrateOptions): Promise<string[]> {
  const { through = Number.POSITIVE_INFINITY, folder, schema } = options
  const allMigrations = await readMigrations(folder)
  const migrations = allMigrations.filter(({ number }) => number <= through)
  const applied = await readApplied(client, schema)
  const names: string[] = []
  const { log } = options
  // A migration reports its changes to the operator by `raise info`; notices are PostgreSQL's own.
  if (log !== undefined) {
    client.on('notice', ({ severity, message }) => {
      if (severity === 'INFO' && message !== undefined) log(message)
    })
  }
  for (const migration of pendingOf(migrations, applied)) {
    const report = await apply(client, migration, schema)
    if (report === null) continue
    // A new database gets one log line for all migrations, below.
    if (applied.length > 0) options.log?.(`Migrated the database: ${migration.name}`)
    for (const line of report) options.log?.(line)
    names.push(migration.name)
  }
  if (applied.length === 0 && names.length > 0) {
    options.log?.(`Made the tables of the database (through ${names.at(-1)}).`)
  }
  return names
}

let latest: Promise<number> | undefined

/** Returns the number of the newest migration of this version. Reads the folder once. */
export function latestMigration(): Promise<number> {
  latest ??= readMigrations().then((migrations) => migrations.at(-1)?.number ?? 0)
  return latest
}

async function readMigrations(folder = ownFolder): Promise<Migration[]> {
  const migrations: Migration[] = []
  for (const name of (await readdir(folder)).sort()) {
    const digits = /^(\d{4})_[a-z0-9_]+\.sql$/.exec(name)?.[1]
    if (digits === undefined) {
      throw new MigrationError(`Name the migration ${name} like 0001_what_it_does.sql.`)
    }
    const number = Number(digits)
    if (migrations.at(-1)?.number === number) {
      throw new MigrationError(
        `Two migrations have the number ${digits}: give ${name} the next free one.`,
      )
    }
    const sql = await readFile(join(folder, name), 'utf8')
    migrations.push({ number, name, sql, sha256: createHash('sha256').update(sql).digest('hex') })
  }
  return migrations
}

const tableOf = (schema?: string) => (schema === undefined ? 'migrations' : `${schema}.migrations`)

async function readApplied(client: pg.Client, schema?: string): Promise<Applied[]> {
  if (!(await hasTable(client, tableOf(schema)))) return []
  const applied = await client.query<Applied>(
    `select number, name, sha256 from ${tableOf(schema)} order by number`,
  )
  return applied.rows
}

async function readPending(
  client: pg.Client,
  { folder, schema }: Migrations,
): Promise<Migration[]> {
  return pendingOf(await readMigrations(folder), await readApplied(client, schema))
}

/**
 * Returns the migrations that are not applied yet. Rows past our newest file belong to a newer
 * version, which keeps its tables compatible while old and new processes run side by side.
 */
function pendingOf(migrations: readonly Migration[], applied: readonly Applied[]): Migration[] {
  const newest = migrations.at(-1)?.number ?? 0
  for (const row of applied.filter(({ number }) => number <= newest)) {
    const file = migrations.find(({ number }) => number === row.number)
    if (!file) {
      throw new MigrationError(
        `The migration ${row.name} was applied to this database, but is gone.`,
      )
    }
    assertUnchanged(file, row)
  }
  const newestApplied = applied.at(-1)?.number ?? 0
  const pending = migrations.filter(({ number }) => !applied.some((row) => row.number === number))
  const tooLate = pending.find(({ number }) => number < newestApplied)
  if (tooLate) {
    throw new MigrationError(
      `The migration ${tooLate.name} comes too late: give it a number above ${newestApplied}.`,
    )
  }
  return pending
}

function assertUnchanged(file: Migration, row: Applied): void {
  if (file.sha256 === row.sha256) return
  throw new MigrationError(
    `The migration ${file.name} was changed after it was applied. ` +
      'Restore it, and put the change into a new migration.',
  )
}

/**
 * Applies one migration. Returns the lines that it reports to the operator, or null if another process
 * applied it first. After a deadlock with requests, which lock tables in another order, the migration
 * is retried.
 */
async function apply(
  client: pg.Client,
  migration: Migration,
  schema?: string,
): Promise<string[] | null> {
  try {
    return await retryOnConflict(() => applyOnce(client, migration, schema))
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    const isNotOwner = sqlState(error) === insufficientPrivilege
    const why = isNotOwner
      ? `${reason}. Only the owner of the database may change its schema: npm run operator -- migrate`
      : reason
    throw new MigrationError(`The migration ${migration.name} failed: ${why}`, { cause: error })
  }
}

async function applyOnce(
  client: pg.Client,
  migration: Migration,
  schema?: string,
): Promise<string[] | null> {
  const report: string[] = []
  const collectReport = ({
    code,
    message,
  }: {
    code: string | undefined
    message: string | undefined
  }) => {
    if (code === reportCode && message !== undefined) report.push(message)
  }
  client.on('notice', collectReport)
  await client.query('begin')
  try {
    // A lock of the transaction works through a connection pooler, and ends with a killed process.
    await client.query(`set local lock_timeout = ${turnWaitMs}`)
    await client.query('select pg_advisory_xact_lock($1)', [migrationLock])
    await client.query(`set local lock_timeout = ${tableWaitMs}`)
    const isNew = await applyWithin(client, migration, schema)
    await client.query('commit')
    return isNew ? report : null
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw error
  } finally {
    client.off('notice', collectReport)
  }
}

/** Applies one migration in a transaction. Returns false if it was applied before. */
async function applyWithin(
  client: pg.Client,
  migration: Migration,
  schema?: string,
): Promise<boolean> {
  const { number, name, sha256 } = migration
  if (schema !== undefined) await client.query(`create schema if not exists ${schema}`)
  await client.query(`
    create table if not exists ${tableOf(schema)} (
      number integer primary key,
      name text not null,
      sha256 text not null,
      applied_at timestamptz not null default now()
    )`)
  const row = (await readApplied(client, schema)).find((each) => each.number === number)
  if (row) {
    assertUnchanged(migration, row)
    return false
  }
  await client.query(migration.sql)
  const insert = `insert into ${tableOf(schema)} (number, name, sha256) values ($1, $2, $3)`
  await client.query(insert, [number, name, sha256])
  return true
}

/** Migrates within the caller's transaction, whose rollback undoes it. */
export async function migrateWithin(client: pg.Client, migrations: Migrations): Promise<void> {
  await client.query('select pg_advisory_xact_lock($1)', [migrationLock])
  for (const each of await readPending(client, migrations)) {
    await applyWithin(client, each, migrations.schema)
  }
}
