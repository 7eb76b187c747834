// Restores a backup into an empty database in one transaction, and migrates it to the newest schema. It
// must not overwrite existing rows. If it stops after the rows are committed, the next call continues.
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { openClientWithoutTimeout } from '#operator/client-without-timeout.ts'
import { grantToApp } from '#platform/database/schema/grant-app.ts'
import { filledTables, hasTable } from '#platform/database/schema/has-table.ts'
import { latestMigration, migrate, migrateWithin } from '#platform/database/schema/migrate.ts'
import { allSandboxSchemas } from '#providers/sandbox-schemas.ts'
import {
  BackupError,
  BackupReader,
  type BackupTable,
  type Foot,
  footSchema,
  type Head,
  headSchema,
  tableSchema,
} from './backup-file.ts'
import { foreignKeys, type OwnTable, ownTables } from './backup-tables.ts'
import {
  assertKey,
  assertOwner,
  refuseNonEmpty,
  refuseOtherSchema,
  refuseWhileServed,
} from './restore-refusals.ts'
import {
  beginUnfinished,
  endUnfinished,
  findUnfinished,
  type RestoreReport,
} from './unfinished-restore.ts'

export type RestoreTerms = {
  /** The fingerprint of NUMBERS_KEY. If it is set, a backup under another key is refused. */
  readonly fingerprint?: string
  /** Runs as the last step, in the newest schema. If it throws, the next call repeats it. */
  readonly follow?: () => Promise<void>
  /** Receives the reports of the migrations after the backup's own. */
  readonly log?: (line: string) => void
}

/**
 * Restores the backup and returns its report. Throws a BackupError if the database is not empty or has
 * a newer schema than the backup. Also throws it if the backup is damaged or of a newer version of the
 * product. Throws a SettingsError if the backup is under another key. If it throws one of these, no row
 * was written.
 */
export async function restore(
  databaseUrl: string,
  file: string,
  terms: RestoreTerms = {},
): Promise<RestoreReport> {
  const reader = new BackupReader(file)
  try {
    return await restoreFrom(reader, databaseUrl, terms)
  } finally {
    await reader.close()
  }
}

async function restoreFrom(
  reader: BackupReader,
  databaseUrl: string,
  { fingerprint, follow, log }: RestoreTerms,
): Promise<RestoreReport> {
  const head = headOf(await reader.line())
  const newest = head.migrations.at(-1)?.number ?? 0
  if (newest > (await latestMigration())) {
    throw new BackupError('The backup was taken of a newer version of Carbon Passport than this.')
  }
  const client = await openClientWithoutTimeout(databaseUrl, 'carbon-passport restore')
  try {
    await assertOwner(client)
    await refuseWhileServed(client)
    const unfinished = await findUnfinished(client, head.takenAt)
    if (unfinished === null) await migrate(databaseUrl, { through: newest })
    const report = unfinished ?? (await restoreInTransaction(client, reader, head, fingerprint))
    const tables = await filledTables(client)
    if (tables !== null) await client.query(`analyze ${tables}`)
    await migrate(databaseUrl, log && { log })
    await openSeries(client)
    await follow?.()
    await grantToApp(databaseUrl)
    await endUnfinished(client)
    return report
  } finally {
    await client.end().catch(() => undefined)
  }
}

function headOf(line: unknown): Head {
  const head = headSchema.safeParse(line)
  if (!head.success) throw new BackupError('The file is no backup of Carbon Passport.')
  return head.data
}

async function restoreInTransaction(
  client: pg.Client,
  reader: BackupReader,
  head: Head,
  fingerprint: string | undefined,
): Promise<RestoreReport> {
  await client.query('begin')
  const rows = await restoreRows(client, reader, head)
  if (fingerprint !== undefined) await assertKey(client, fingerprint)
  const counts = Object.values(rows)
  const report = {
    takenAt: head.takenAt,
    tables: counts.length,
    rows: counts.reduce((all, count) => all + count, 0),
  }
  await beginUnfinished(client, report)
  await refuseWhileServed(client)
  await client.query('commit')
  return report
}

async function restoreRows(
  client: pg.Client,
  reader: BackupReader,
  head: Head,
): Promise<Foot['rows']> {
  await refuseOtherSchema(client, head)
  // Creates the tables of the sandboxes, whose rows are restored too. Normally a sandbox creates them
  // when it is opened.
  for (const migrations of allSandboxSchemas) await migrateWithin(client, migrations)
  const tables = await ownTables(client)
  // Locks the tables until the commit, so that no reader sees a partial restore. Restored rows skip the
  // triggers.
  for (const { table } of tables) await client.query(`alter table ${table} disable trigger user`)
  await refuseNonEmpty(client)
  // Drops the foreign keys, because tables refer to each other in both directions. They are created
  // again, and so checked, after all rows.
  const keys = await foreignKeys(client)
  for (const { table, name } of keys) {
    await client.query(`alter table ${table} drop constraint ${name}`)
  }
  for (const { table } of tables) await client.query(`delete from ${table}`)
  const rows = await copyTables(client, reader, tables)
  await closeLog(client)
  for (const { table, name, definition } of keys) {
    await client.query(`alter table ${table} add constraint ${name} ${definition}`)
  }
  for (const { table } of tables) await client.query(`alter table ${table} enable trigger user`)
  return rows
}

/**
 * Closes the current log. Its entries after the backup are lost, and a continued log would contradict
 * them.
 */
async function closeLog(client: pg.Client): Promise<void> {
  if (!(await hasTable(client, 'logs'))) return
  await client.query('update logs set closed_at = now() where closed_at is null')
}

/**
 * Opens a new series of receipts and credit notes. Numbers after the backup may have been given out, so that the
 * restored series must not continue. Idempotent.
 */
async function openSeries(client: pg.Client): Promise<void> {
  await client.query(
    `update tax_progress set mark_id = null, mark_xid = null, series = greatest(2, 1 + coalesce(
       (select max(series) from tax_documents), 0))`,
  )
  // The mark is a transaction of the other database.
  await client.query('update cost_progress set mark_id = null, mark_xid = null')
}

async function copyTables(
  client: pg.Client,
  reader: BackupReader,
  tables: readonly OwnTable[],
): Promise<Foot['rows']> {
  const rows: Foot['rows'] = {}
  for (;;) {
    const line = await reader.line()
    const table = tableSchema.safeParse(line)
    if (!table.success) {
      await finishTables(client, footSchema.parse(line), rows)
      break
    }
    const ownTable = tables.find((each) => each.table === table.data.table)
    const columnNames = new Set(ownTable?.columns)
    if (!table.data.columns.every((column) => columnNames.has(column))) {
      throw new BackupError(`The backup's ${table.data.table} does not fit its schema.`)
    }
    if (ownTable?.partitioned === true) await makePartitions(client, table.data)
    rows[table.data.table] = await copyTable(client, reader, table.data)
  }
  await reader.end()
  return rows
}

/** Creates the partitions that the restored ids need. The sequences are set at the end. */
async function makePartitions(client: pg.Client, { table, last_id }: BackupTable): Promise<void> {
  if (typeof last_id !== 'string') return
  await client.query(`select setval(pg_get_serial_sequence($1, 'id'), $2)`, [table, last_id])
  await client.query('select make_posting_partitions()')
}

async function copyTable(
  client: pg.Client,
  reader: BackupReader,
  { table, columns }: { readonly table: string; readonly columns: readonly string[] },
): Promise<number> {
  const copy = client.query(copyFrom(`copy ${table} (${columns.join(', ')}) from stdin`))
  await pipeline(Readable.from(reader.rows()), copy)
  return copy.rowCount
}

/** Compares the numbers of rows with the backup's, and sets the sequences. */
async function finishTables(client: pg.Client, foot: Foot, rows: Foot['rows']): Promise<void> {
  for (const [table, count] of Object.entries(foot.rows)) {
    if (rows[table] === count) continue
    throw new BackupError(
      `The backup should hold ${count} rows of ${table} and holds ${rows[table]}: it is damaged.`,
    )
  }
  for (const [name, last] of foot.sequences) {
    if (last !== null) await client.query('select setval($1, $2)', [name, last])
  }
}
