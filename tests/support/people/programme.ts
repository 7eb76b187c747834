// Creates a programme for tests with a credit line. A test reaches the programme's limits only if it sets
// them.
import { openProgramme } from '#features/wallet/programmes/open-programme.ts'
import type { ProgrammeLimits } from '#features/wallet/programmes/programme-rows.ts'
import { setProgrammeLine } from '#ledger/open-accounts.ts'
import type { Database } from '#platform/database/database.ts'
import { currencies } from '#values/money/currencies.ts'

const unreachedLimits = { personMinor: 1e12, dayMinor: 1e12 } as const

/**
 * Opens a programme and sets its line in each currency, in minor units. An existing programme stays
 * unchanged.
 */
export async function openTestProgramme(
  db: Database,
  {
    id,
    name = 'Green Bank',
    currency = 'GBP',
    lineMinor = 1_000_000_000,
    limits = unreachedLimits,
  }: {
    readonly id: string
    readonly name?: string
    readonly currency?: string
    readonly lineMinor?: number
    readonly limits?: ProgrammeLimits
  },
): Promise<void> {
  await db.transaction(async (tx) => {
    if (!(await openProgramme(tx, { id, name, currency, limits }))) return
    for (const each of currencies) await setProgrammeLine(tx, id, each, lineMinor)
  })
}
