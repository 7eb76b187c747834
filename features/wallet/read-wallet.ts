// Reads the wallet page's figures: free and held money by programme and currency, and the sum of the
// free money in the user's currency.

import type { Viewer } from '#features/people/find-session.ts'
import { currentRates, rateBetween } from '#features/wallet/rates/rates.ts'
import type { Wallet } from '#features/wallet/wallet-calls.ts'
import { isExampleSource } from '#providers/exchange-rates/bundled-rates.ts'
import { convertMinor, minorToUnits } from '#values/money/money.ts'
import { findWallets } from './wallet-queries.ts'
import type { Services } from './wallet-services.ts'

/** Returns the wallets. The sum leaves out money in a currency without a known rate. */
export async function readWallet({ db }: Services, viewer: Viewer): Promise<Wallet> {
  const [rates, rows] = await Promise.all([currentRates(db), findWallets(db, viewer.passportId)])
  const wallets = new Map<string, Wallet['wallets'][number]>()
  let sumMinor = 0
  let isConverted = false
  for (const row of rows) {
    const wallet = wallets.get(row.programme_id) ?? {
      program_id: row.programme_id,
      program_name: row.programme_name,
      logo_url: row.logo_url,
      totals: [],
    }
    const total = minorToUnits(row.balance_minor)
    wallet.totals.push({ currency: row.currency, total, held: minorToUnits(row.held_minor) })
    wallets.set(row.programme_id, wallet)
    const rate = rateBetween(rates, row.currency, viewer.currency)
    if (rate !== null) sumMinor += convertMinor(row.balance_minor, rate)
    isConverted ||= row.currency !== viewer.currency
  }
  return {
    wallets: [...wallets.values()],
    totalInUserCurrency: minorToUnits(sumMinor),
    userCurrency: viewer.currency,
    as_of: isConverted ? rates.asOf : null,
    ...(isConverted && isExampleSource(rates.source) ? { has_example_rates: true } : {}),
  }
}
