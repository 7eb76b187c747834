// The first money of a new passport, from the programme "Welcome" (contract 8; a setting, off in
// production). It is real ledger money like any partner's.

import { creditWallet } from '#ledger/credit.ts'
import type { Db } from '#server/database.ts'
import { welcomeProgramme } from '#values/welcome-programme.ts'

/** 1.00 in the person's currency. */
const welcomeMinor = 100

export async function giveWelcomeCredit(
  tx: Db,
  passportId: string,
  currency: string,
): Promise<void> {
  await creditWallet(tx, {
    passportId,
    programmeId: welcomeProgramme.id,
    currency,
    amountMinor: welcomeMinor,
    source: welcomeProgramme.name,
    logoUrl: null,
  })
}
