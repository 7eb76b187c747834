// Marks a restore whose rows are committed, but whose erasures or grants are not. The mark is a table,
// created with the rows and dropped by the last step. Until then no server starts.
import type pg from 'pg'
import { z } from 'zod'
import { hasTable } from '#platform/database/schema/has-table.ts'
import { unfinishedRestore } from '#platform/database/schema/migrate.ts'
import { BackupError } from './backup-file.ts'

const reportShape = z.object({
  /** Identifies a backup: the time of its snapshot. */
  takenAt: z.string(),
  tables: z.number(),
  rows: z.number(),
})
export type RestoreReport = z.infer<typeof reportShape>

/** Creates the mark, in the transaction that restores the rows. */
export async function beginUnfinished(client: pg.Client, report: RestoreReport): Promise<void> {
  await client.query(`create table ${unfinishedRestore} (report json not null)`)
  await client.query(`insert into ${unfinishedRestore} (report) values ($1)`, [report])
}

/**
 * Returns the report of an unfinished restore, or null without one. Throws a BackupError if it was of
 * another backup than the one of `takenAt`.
 */
export async function findUnfinished(
  client: pg.Client,
  takenAt: string,
): Promise<RestoreReport | null> {
  if (!(await hasTable(client, unfinishedRestore))) return null
  const { rows } = await client.query(`select report from ${unfinishedRestore}`)
  const report = reportShape.parse(rows[0]?.report)
  if (report.takenAt === takenAt) return report
  throw new BackupError(
    `This database holds an unfinished restore of the backup of ${report.takenAt}: give that one.`,
  )
}

export async function endUnfinished(client: pg.Client): Promise<void> {
  await client.query(`drop table if exists ${unfinishedRestore}`)
}
