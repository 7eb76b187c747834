// Opens a programme: with balances of zero and a line of zero, so that it gives nothing before it is
// funded or gets a line.

import { openProgrammeBalances } from '#ledger/open-accounts.ts'
import type { Transaction } from '#platform/database/database.ts'
import { currencies } from '#values/money/currencies.ts'
import { type NewProgramme, type ProgrammeLimits, writeProgramme } from './programme-rows.ts'

/** Limits of a new programme: 50.00 for a user and 1,000.00 in all, in its own currency. */
export const usualLimits = {
  personMinor: 5_000,
  dayMinor: 100_000,
} as const satisfies ProgrammeLimits

/**
 * Makes a programme and its balances where they are missing. An existing one keeps its name, limits
 * and line. Returns whether it was made.
 */
export async function openProgramme(tx: Transaction, programme: NewProgramme): Promise<boolean> {
  const isNew = await writeProgramme(tx, programme)
  await openProgrammeBalances(tx, programme.id, currencies)
  return isNew
}
