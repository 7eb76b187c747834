// Sums the money in each currency over all programmes. Sums whole hundredths, to avoid float errors.
import { minorToUnits, nearestMinor } from '#values/money/money.ts'
import type { Wallet } from '../wallet-calls.ts'

type Total = Wallet['wallets'][number]['totals'][number]

/** Returns the total of the user's own currency first, then the others, sorted by code. */
export function currencyTotalsOf({ wallets, userCurrency }: Wallet): Total[] {
  const sums = new Map<string, { minor: number; heldMinor: number }>()
  for (const { currency, total, held } of wallets.flatMap(({ totals }) => totals)) {
    const sum = sums.get(currency) ?? { minor: 0, heldMinor: 0 }
    sum.minor += nearestMinor(total)
    sum.heldMinor += nearestMinor(held)
    sums.set(currency, sum)
  }
  const totals = [...sums].map(([currency, { minor, heldMinor }]) => ({
    currency,
    total: minorToUnits(minor),
    held: minorToUnits(heldMinor),
  }))
  return totals.sort(
    (a, b) =>
      Number(b.currency === userCurrency) - Number(a.currency === userCurrency) ||
      a.currency.localeCompare(b.currency),
  )
}
