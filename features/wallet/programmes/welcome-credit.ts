// Credits new passports from the programme "Welcome" (docs/product.md#welcome-credit). The money is
// posted like any partner's.

import type { Transaction } from '#platform/database/database.ts'
import { welcomeProgramme } from '#values/lists/welcome-programme.ts'
import type { CurrencyCode } from '#values/money/currencies.ts'
import { creditNewWallets } from './credit-wallet.ts'

/** Minor units: 1.00, or 60.00 in Turkish lira. */
const welcomeMinor = { EUR: 100, GBP: 100, TRY: 6_000, USD: 100 } as const satisfies Record<
  CurrencyCode,
  number
>

type NewPassport = { readonly id: string; readonly currency: CurrencyCode }

/**
 * Credits the passports, sorted by currency, because the first credit in a currency locks the
 * programme's balance in that currency.
 */
export async function giveWelcomeCredits(
  tx: Transaction,
  passports: readonly NewPassport[],
): Promise<void> {
  const byCurrency = Map.groupBy(passports, ({ currency }) => currency)
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
