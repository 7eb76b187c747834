// Opens the programme of the welcome credit and sets its line.

import { setProgrammeLine } from '#ledger/open-accounts.ts'
import type { Database } from '#platform/database/database.ts'
import { welcomeProgramme } from '#values/lists/welcome-programme.ts'
import { currencies } from '#values/money/currencies.ts'
import { openProgramme } from './open-programme.ts'
import { lockProgramme } from './programme-rows.ts'

/** The programme has no limits, because each phone number gets the credit only once in 12 months. */
const noLimits = { personMinor: null, dayMinor: null }

/**
 * Creates the programme if it is missing, and sets its line in each currency to `lineMinor` minor
 * units. If `isCredited` is false, creates no programme, and sets the lines of an existing one to 0.
 */
export async function openWelcomeProgramme(
  db: Database,
  { isCredited, lineMinor }: { readonly isCredited: boolean; readonly lineMinor: number },
): Promise<void> {
  await db.transaction(async (tx) => {
    if (isCredited)
      await openProgramme(tx, { ...welcomeProgramme, currency: 'GBP', limits: noLimits })
    else if ((await lockProgramme(tx, welcomeProgramme.id)) === null) return
    for (const currency of currencies) {
      await setProgrammeLine(tx, welcomeProgramme.id, currency, isCredited ? lineMinor : 0)
    }
  })
}
