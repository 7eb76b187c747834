// Ends the copies of a wallet pass on Apple's devices, for an operator who moves the passport of a lost phone.
import type { Transaction } from '#platform/database/database.ts'
import { dropOldestRegistrations, endTokens } from './pass-queries.ts'

/** Ends the tokens and registrations of all copies of the pass. The next download has a new token. */
export async function endPassTokens(tx: Transaction, passportId: string): Promise<void> {
  await endTokens(tx, passportId)
  await dropOldestRegistrations(tx, passportId, 0)
}
