// The first money of a new passport, from the programme "Welcome" (contract 8; a setting, off in
// production). It is real ledger money like any partner's.

import { creditWallet } from '#features/wallet/credit-wallet.ts'
import type { Transaction } from '#platform/database/database.ts'
import { welcomeProgramme } from '#values/welcome-programme.ts'

/** 1.00 in the person's currency. */
const welcomeMinor = 100

export async function giveWelcomeCredit(
  tx: Transaction,
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
