// Posts the cost of moved kilograms at once, as the background does within seconds.
import { setTimeout as pause } from 'node:timers/promises'
import { postCosts } from '#features/accounts/costs/post-costs.ts'
import type { Database } from '#platform/database/database.ts'
import { statement } from '#tests/support/test-statement.ts'

const isUpToDate = statement(
  'test-costs-are-up-to-date',
  { done: 'bool' },
  `select mark_id is null and taken_through >= coalesce((select max(id) from kg_postings), 0)
     as done from cost_progress`,
)

/** Runs rounds until every posting is taken. A transaction that runs in another test may delay it. */
export async function costAll(db: Database, max?: number): Promise<void> {
  for (let attempt = 0; attempt < 5_000; attempt += 1) {
    const { isBehind } = await postCosts(db, max)
    if (isBehind) continue
    const [row] = await db.run(isUpToDate)
    if (row?.done) return
    await pause(20)
  }
  throw new Error('a transaction keeps costs from the books')
}
