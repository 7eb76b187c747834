// Gives receipts and credit notes their numbers at once, as the background does within seconds.
import { numberDocuments } from '#features/tax/number-documents.ts'
import type { Services } from '#server/services.ts'
import { postingRounds } from '#tests/support/people/posting-rounds.ts'

const { runAll, waitToRead } = postingRounds('tax', 'money_postings')

export const waitForNumbers = waitToRead

/** Runs rounds until every posting is taken. */
export function numberAll(
  { db, settings: { tax } }: Pick<Services, 'db' | 'settings'>,
  max?: number,
): Promise<void> {
  return runAll(db, () => numberDocuments(db, tax, max))
}
