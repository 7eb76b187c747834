// Opens a test's own database without foreign keys and triggers, in which a test inserts rows as they are.
import type { Database } from '#platform/database/database.ts'
import { withoutGuardsSql } from './insert-rows.ts'
import { askRows, createTestDatabase, openTestDatabase, runSql } from './postgres.ts'

export type RowsDatabase = {
  readonly db: Database
  /** Runs statements. Times without an offset are UTC. */
  readonly run: (sql: string) => Promise<void>
  readonly ask: (sql: string) => Promise<unknown[][]>
  readonly close: () => Promise<void>
}

export async function openRowsDatabase(): Promise<RowsDatabase> {
  const { url, drop } = await createTestDatabase()
  const db = openTestDatabase(url)
  await runSql(url, withoutGuardsSql)
  return {
    db,
    run: (sql) => runSql(url, `set timezone to 'UTC'; ${sql}`),
    ask: (sql) => askRows(url, sql),
    close: async () => {
      await db.close()
      await drop()
    },
  }
}

/** Returns an id with a short number, such as `idOf(7)`. */
export const idOf = (last: number) => `00000000-0000-7000-8000-${String(last).padStart(12, '0')}`
