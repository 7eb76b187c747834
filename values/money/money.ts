// Rounds all money of the product. Amounts are integers of minor units (hundredths). Unit prices are
// integers of 10^-6 of a currency unit. Rates are decimal text. No value is a float.
import { currencyDecimals } from './currencies.ts'

const minorPerUnit = 10 ** currencyDecimals
/** Divisor of a price in micros times a quantity, to get minor units. */
const microsPerMinor = 10_000n
const microsPerUnit = 1_000_000
/** Number of significant digits of a rate, which is decimal text (docs/product.md#exchange-rates). */
const rateDigits = 10

type Ratio = { readonly numerator: bigint; readonly denominator: bigint }

/** Returns `numerator / denominator` (both positive or zero) as the nearest integer, halves to even. */
export function divideHalfEven(numerator: bigint, denominator: bigint): bigint {
  const quotient = numerator / denominator
  const doubledRemainder = (numerator % denominator) * 2n
  if (doubledRemainder > denominator) return quotient + 1n
  if (doubledRemainder === denominator && quotient % 2n === 1n) return quotient + 1n
  return quotient
}

/** Reads decimal text such as `1.148657910`. Throws a RangeError for anything else or zero. */
export function ratioOf(rate: string): Ratio {
  const match = /^(\d{1,12})(?:\.(\d{1,24}))?$/.exec(rate)
  const whole = match?.[1]
  if (whole === undefined) throw new RangeError(`not a rate: ${rate}`)
  const fraction = match?.[2] ?? ''
  const numerator = BigInt(whole + fraction)
  if (numerator === 0n) throw new RangeError('a rate is never zero')
  return { numerator, denominator: 10n ** BigInt(fraction.length) }
}

/**
 * Returns how many units of `to` one unit of `from` buys, as decimal text of 10 significant digits.
 * Both rates are units for one unit of the same third currency.
 */
export function crossRate(fromUnitsPerThird: string, toUnitsPerThird: string): string {
  const from = ratioOf(fromUnitsPerThird)
  const to = ratioOf(toUnitsPerThird)
  const numerator = to.numerator * from.denominator
  const denominator = to.denominator * from.numerator
  const wholeDigits = (numerator / denominator).toString().length
  let scale = rateDigits - (numerator >= denominator ? wholeDigits : 0)
  if (numerator < denominator) {
    while (numerator * 10n ** BigInt(scale - rateDigits + 1) < denominator) scale += 1
  }
  const digits = divideHalfEven(numerator * 10n ** BigInt(Math.max(scale, 0)), denominator)
  return decimalText(digits, Math.max(scale, 0))
}

function decimalText(digits: bigint, scale: number): string {
  if (scale === 0) return digits.toString()
  const padded = digits.toString().padStart(scale + 1, '0')
  return `${padded.slice(0, -scale)}.${padded.slice(-scale)}`
}

/**
 * Returns the price of a quantity in minor units of the rate's target currency: micros times kg times
 * rate, rounded half-even. The minimum is one, because a paid purchase is never free
 * (docs/product.md#rounding).
 */
export function totalMinorOf(priceMicros: number, quantityKg: number, rate: string): number {
  const { numerator, denominator } = ratioOf(rate)
  const exact = BigInt(priceMicros) * BigInt(quantityKg) * numerator
  return Math.max(1, toSafeNumber(divideHalfEven(exact, microsPerMinor * denominator)))
}

/** Converts minor units, rounded half-even. For displayed sums only: a purchase rounds from its micros. */
export function convertMinor(amountMinor: number, rate: string): number {
  const { numerator, denominator } = ratioOf(rate)
  return toSafeNumber(divideHalfEven(BigInt(amountMinor) * numerator, denominator))
}

/** Converts minor units, rounded up, so that no amount becomes zero. */
export function convertMinorUp(amountMinor: number, rate: string): number {
  const { numerator, denominator } = ratioOf(rate)
  return toSafeNumber((BigInt(amountMinor) * numerator + denominator - 1n) / denominator)
}

/** Returns the most that a wallet can give in the person's currency: floor(balance times rate). */
export function walletReachMinor(balanceMinor: number, rate: string): number {
  const { numerator, denominator } = ratioOf(rate)
  return toSafeNumber((BigInt(balanceMinor) * numerator) / denominator)
}

/** Returns the wallet's debit in its own currency for a part in the person's: ceil(part / rate). */
export function walletDebitMinor(partMinor: number, rate: string): number {
  const { numerator, denominator } = ratioOf(rate)
  const exact = BigInt(partMinor) * denominator
  return toSafeNumber((exact + numerator - 1n) / numerator)
}

function toSafeNumber(value: bigint): number {
  const number = Number(value)
  if (!Number.isSafeInteger(number)) throw new RangeError('an amount beyond 90 trillion')
  return number
}

/** Returns minor units as a JSON number: 1234 is 12.34. `decimals` are the currency's. */
export function minorToUnits(amountMinor: number, decimals: number = currencyDecimals): number {
  return amountMinor / 10 ** decimals
}

/** Converts like `minorToUnits`; null stays null. */
export function minorToUnitsOrNull(amountMinor: number | null): number | null {
  return amountMinor === null ? null : minorToUnits(amountMinor)
}

/** Returns minor units as decimal text with the decimals of a currency: 1234 is `12.34`. */
export function minorText(amountMinor: number, decimals: number = currencyDecimals): string {
  const sign = amountMinor < 0 ? '-' : ''
  return sign + decimalText(BigInt(Math.abs(amountMinor)), decimals)
}

/** Converts a JSON amount to minor units; returns null if it has more than two decimals. */
export function unitsToMinor(amount: number): number | null {
  const minor = nearestMinor(amount)
  return Number.isSafeInteger(minor) && minor / minorPerUnit === amount ? minor : null
}

/** Returns the nearest number of minor units of an amount that a client computed in floats. */
export function nearestMinor(amount: number): number {
  return Math.round(amount * minorPerUnit)
}

/** Returns the nearest number of micros of an amount that a client computed in floats. */
export function nearestMicros(amount: number): number {
  return Math.round(amount * microsPerUnit)
}

/** Returns a unit price in micros as a JSON number (at most 6 decimals). */
export function microsToUnits(priceMicros: number): number {
  return priceMicros / microsPerUnit
}

/** Converts a JSON unit price to micros; returns null if it is not a whole number of them. */
export function unitsToMicros(price: number): number | null {
  const micros = nearestMicros(price)
  return Number.isSafeInteger(micros) && micros / microsPerUnit === price ? micros : null
}

/** Returns the decimal text of a rate that is a JSON number; undefined if it is no rate. */
export function rateText(rate: number | undefined): string | undefined {
  if (rate === undefined) return undefined
  const text = rate < 1e-6 ? rate.toFixed(16) : String(rate)
  return /^\d{1,12}(\.\d{1,24})?$/.test(text) && rate > 0 ? text : undefined
}
