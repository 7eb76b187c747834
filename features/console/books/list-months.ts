// Lists the closed months of the books for the console.
import { readClosedMonths } from '#features/accounts/read-closed-months.ts'
import type { ClosedMonthRow } from '#features/console/books/books-calls.ts'
import {
  type ConsolePage,
  consolePageOf,
  isBadKey,
  type PageQuery,
  textKeyOf,
} from '#features/staff/console-page.ts'
import type { Db } from '#platform/database/database.ts'
import type { Problem } from '#values/problem.ts'

/** Returns a page, newest first. Problem: `bad_request` for an invalid key. */
export async function listMonths(
  db: Db,
  query: PageQuery,
): Promise<ConsolePage<ClosedMonthRow> | Problem<'bad_request'>> {
  const after = textKeyOf(query)
  if (isBadKey(after)) return after
  const rows = await readClosedMonths(db)
  const rest = rows.filter(({ month }) => after === null || month < after)
  return consolePageOf(rest.slice(0, query.limit + 1), query.limit, ({ month }) => month)
}
