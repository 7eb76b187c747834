// Computes the tax that an amount contains. Amounts are in minor units. Pure.
import { divideHalfEven } from '#values/money/money.ts'

/**
 * Returns the tax in a gross amount at a rate in percent, as decimal text: gross x rate / (100 + rate), rounded
 * half-even. The net amount is the rest.
 */
export function taxWithin(grossMinor: number, rate: string): number {
  const [whole = '', fraction = ''] = rate.split('.')
  const numerator = BigInt(whole + fraction)
  const hundred = 100n * 10n ** BigInt(fraction.length)
  return Number(divideHalfEven(BigInt(grossMinor) * numerator, hundred + numerator))
}
