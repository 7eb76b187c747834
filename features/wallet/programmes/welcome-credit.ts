// Gives a new passport its first money, from the programme "Welcome" (docs/product.md#welcome-credit). It
// is real ledger money like any partner's.

import type { Transaction } from '#platform/database/database.ts'
import { welcomeProgramme } from '#values/lists/welcome-programme.ts'
import type { CurrencyCode } from '#values/money/currencies.ts'
import { creditNewWallets } from './credit-wallet.ts'

/** Minor units: 1.00, and 60.00 in lira. */
const welcomeMinor = { EUR: 100, GBP: 100, TRY: 6_000, USD: 100 } as const satisfies Record<
  CurrencyCode,
  number
>

type Joining = { readonly id: string; readonly currency: CurrencyCode }

/**
 * Gives the credits in the order of currencies, because the first credit in a currency locks the
 * programme's balance in it.
 */
export async function giveWelcomeCredits(
  tx: Transaction,
  joining: readonly Joining[],
): Promise<void> {
  const byCurrency = Map.groupBy(joining, ({ currency }) => currency)
  const { id: programmeId, name: source } = welcomeProgramme
  for (const currency of [...byCurrency.keys()].sort()) {
    const amountMinor = welcomeMinor[currency]
    const credits = (byCurrency.get(currency) ?? []).map(({ id: passportId }) => ({
      passportId,
      programmeId,
      currency,
      amountMinor,
      source,
      logoUrl: null,
    }))
    await creditNewWallets(tx, credits)
  }
}
