// Reads the closed months of the books, for the command line and the console.
import { listClosedMonths } from '#ledger/closed-months.ts'
import type { Db } from '#platform/database/database.ts'
import { monthOf } from '#values/text/calendar-month.ts'

/** Returns closed months, newest first: `month` such as `2026-10`, `closed_at` in ISO 8601. */
export async function readClosedMonths(db: Db) {
  const rows = await listClosedMonths(db)
  return rows.map(({ month, closed_at, ...each }) => ({
    month: monthOf(month),
    closed_at: closed_at.toISOString(),
    ...each,
  }))
}
