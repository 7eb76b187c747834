// Opens the programme of the welcome credit, with the line that a setting gives it.

import { setProgrammeLine } from '#ledger/open-accounts.ts'
import type { Database } from '#platform/database/database.ts'
import { welcomeProgramme } from '#values/lists/welcome-programme.ts'
import { currencies } from '#values/money/currencies.ts'
import { openProgramme } from './open-programme.ts'
import { lockProgramme } from './programme-rows.ts'

/** It has no limits by person and day: what it gives by itself comes once a number. */
const noLimits = { personMinor: null, dayMinor: null }

/**
 * Makes the programme where it is missing and gives it its line in each currency, minor units. Without
 * `isGiven` it is not made, and one that is there gives nothing more.
 */
export async function openWelcomeProgramme(
  db: Database,
  { isGiven, lineMinor }: { readonly isGiven: boolean; readonly lineMinor: number },
): Promise<void> {
  await db.transaction(async (tx) => {
    if (isGiven) await openProgramme(tx, { ...welcomeProgramme, currency: 'GBP', limits: noLimits })
    else if ((await lockProgramme(tx, welcomeProgramme.id)) === null) return
    for (const currency of currencies) {
      await setProgrammeLine(tx, welcomeProgramme.id, currency, isGiven ? lineMinor : 0)
    }
  })
}
