// The programme that the welcome credit comes from, with what it may give in each currency.

import { openProgramme } from '#features/wallet/open-programme.ts'
import type { Database } from '#platform/database/database.ts'
import { currencies } from '#values/currencies.ts'
import { welcomeProgramme } from '#values/welcome-programme.ts'

/** What the demonstration may give away in each currency: a million units. */
const creditLineMinor = 100_000_000

/** Makes the programme where it is missing; again changes nothing. */
export async function openWelcomeProgramme(db: Database): Promise<void> {
  await db.transaction((tx) =>
    openProgramme(tx, { ...welcomeProgramme, currencies, creditLineMinor }),
  )
}
