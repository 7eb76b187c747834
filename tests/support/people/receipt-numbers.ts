// Gives receipts and credit notes their numbers at once, as the background does within seconds.
import { setTimeout as pause } from 'node:timers/promises'
import { numberDocuments } from '#features/tax/number-documents.ts'
import type { Services } from '#server/services.ts'
import { statement } from '#tests/support/test-statement.ts'

const isUpToDate = statement(
  'test-tax-is-up-to-date',
  { done: 'bool' },
  `select mark_id is null and taken_through >= coalesce((select max(id) from money_postings), 0)
     as done from tax_progress`,
)
/** Runs rounds until every posting is taken. A transaction that runs in another test may delay it. */
export async function numberAll(
  { db, settings: { tax } }: Pick<Services, 'db' | 'settings'>,
  max?: number,
): Promise<void> {
  for (let attempt = 0; attempt < 5_000; attempt += 1) {
    const { isBehind } = await numberDocuments(db, tax, max)
    if (isBehind) continue
    const [row] = await db.run(isUpToDate)
    if (row?.done) return
    await pause(20)
  }
  throw new Error('a transaction keeps receipts from their numbers')
}
