// Creates a programme with balances of zero and lines of zero. The programme gives no credit before it is
// funded or gets a line.

import { openProgrammeBalances } from '#ledger/open-accounts.ts'
import type { Transaction } from '#platform/database/database.ts'
import { currencies } from '#values/money/currencies.ts'
import { type NewProgramme, type ProgrammeLimits, writeProgramme } from './programme-rows.ts'

/** Limits in 24 hours of a new programme, in its own currency: 50.00 per user, 1,000.00 in all. */
export const usualLimits = {
  personMinor: 5_000,
  dayMinor: 100_000,
} as const satisfies ProgrammeLimits

/**
 * Creates the programme and its balances if they are missing. An existing programme keeps its name,
 * limits and lines. Returns true if the programme is new.
 */
export async function openProgramme(tx: Transaction, programme: NewProgramme): Promise<boolean> {
  const isNew = await writeProgramme(tx, programme)
  await openProgrammeBalances(tx, programme.id, currencies)
  return isNew
}
