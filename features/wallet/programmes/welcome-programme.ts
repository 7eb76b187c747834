// Opens the programme of the welcome credit, with the line of its setting.

import { setProgrammeLine } from '#ledger/open-accounts.ts'
import type { Database } from '#platform/database/database.ts'
import { welcomeProgramme } from '#values/lists/welcome-programme.ts'
import { currencies } from '#values/money/currencies.ts'
import { openProgramme } from './open-programme.ts'
import { lockProgramme } from './programme-rows.ts'

/** The programme has no limits by user and day, because each number gets its credit only once. */
const noLimits = { personMinor: null, dayMinor: null }

/**
 * Makes the programme where it is missing and sets its line in each currency, minor units. Without
 * `isGiven` it is not made, and an existing one gives no more.
 */
export async function openWelcomeProgramme(
  db: Database,
  { isCredited: isGiven, lineMinor }: { readonly isCredited: boolean; readonly lineMinor: number },
): Promise<void> {
  await db.transaction(async (tx) => {
    if (isGiven) await openProgramme(tx, { ...welcomeProgramme, currency: 'GBP', limits: noLimits })
    else if ((await lockProgramme(tx, welcomeProgramme.id)) === null) return
    for (const currency of currencies) {
      await setProgrammeLine(tx, welcomeProgramme.id, currency, isGiven ? lineMinor : 0)
    }
  })
}
