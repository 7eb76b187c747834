// Creates a programme for tests, with a line, and with limits that no test reaches unless it sets
// them.
import { openProgramme } from '#features/wallet/programmes/open-programme.ts'
import type { ProgrammeLimits } from '#features/wallet/programmes/programme-rows.ts'
import { setProgrammeLine } from '#ledger/open-accounts.ts'
import type { Database } from '#platform/database/database.ts'
import { currencies } from '#values/money/currencies.ts'

const wideLimits = { personMinor: 1e12, dayMinor: 1e12 } as const

/** An existing programme keeps its values. The line is in minor units, of each currency. */
export async function openTestProgramme(
  db: Database,
  {
    id,
    name = 'Green Bank',
    currency = 'GBP',
    lineMinor = 1_000_000_000,
    limits = wideLimits,
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
