// Checks whether a price is plausible: within the band of usual prices, and near every price of the batch in
// the last 7 days. The latter limits the sum of many small changes. Pure.
import { type Rates, rateBetween } from '#features/wallet/rates/rates.ts'
import { minorText, ratioOf } from '#values/money/money.ts'

export type Price = { readonly priceMicros: number; readonly currency: string }

/** Range of usual prices of a kilogram, in micros of a US dollar, including both ends. */
export type PriceBand = { readonly lowMicros: number; readonly highMicros: number }
export type PriceRules = { readonly band: PriceBand; readonly rates: Rates }

/** The previous and the next price of a batch. */
export type PriceChange = {
  readonly serialNumber: string
  /** Null for a new batch. */
  readonly old: Price | null
  readonly next: Price
}

export type PriceCheck =
  | { readonly kind: 'usual' }
  /** The price needs a confirmation by the operator. */
  | { readonly kind: 'unusual'; readonly reason: string }
  /** The price's currency has no exchange rate. The price is refused even with a confirmation. */
  | { readonly kind: 'unrated'; readonly reason: string }

export const usualBand: PriceBand = { lowMicros: 500, highMicros: 1_000_000 }
const bandCurrency = 'USD'
/** Maximum usual change, in percent of an earlier price. */
const changeMaxPercent = 20n

/**
 * Checks a price. `earlier` holds the current price and all prices in force during the last 7 days. It is
 * empty for a new batch.
 */
export function checkPrice(
  next: Price,
  earlier: readonly Price[],
  { band, rates }: PriceRules,
): PriceCheck {
  const dollars = valueIn(bandCurrency, next, rates)
  if (dollars === null) {
    const reason = `there is no exchange rate from ${next.currency} to ${bandCurrency}: rates refresh`
    return { kind: 'unrated', reason }
  }
  const reason = [
    isBelow(dollars, exactMicros(band.lowMicros)) || isBelow(exactMicros(band.highMicros), dollars)
      ? `it is outside of PRICE_BAND, ${bandText(band)}`
      : null,
    ...earlier.map((old) => differenceFault(next, old, rates)),
  ].find((each) => each !== null)
  return reason === undefined ? { kind: 'usual' } : { kind: 'unusual', reason }
}

/** Returns an error message if the price differs too much from an earlier one, otherwise null. */
function differenceFault(next: Price, old: Price, rates: Rates): string | null {
  const [newValue, oldValue] =
    next.currency === old.currency
      ? [exactMicros(next.priceMicros), exactMicros(old.priceMicros)]
      : [valueIn(bandCurrency, next, rates), valueIn(bandCurrency, old, rates)]
  if (newValue === null || oldValue === null) {
    return `it cannot be compared with ${priceText(old)}, which has no exchange rate`
  }
  const lowest = scaled(oldValue, 100n - changeMaxPercent)
  const highest = scaled(oldValue, 100n + changeMaxPercent)
  const newPercent = scaled(newValue, 100n)
  const isNear = !isBelow(newPercent, lowest) && !isBelow(highest, newPercent)
  return isNear
    ? null
    : `it is more than ${changeMaxPercent} % away from ${priceText(old)}, a price of the last 7 days`
}

/**
 * Returns the change in percent of the old price, such as `+50.0 %`. Returns null for a new batch or a
 * missing exchange rate.
 */
export function changeText({ old, next }: PriceChange, rates: Rates): string | null {
  if (old === null) return null
  const isSameCurrency = old.currency === next.currency
  const from = isSameCurrency ? exactMicros(old.priceMicros) : valueIn(bandCurrency, old, rates)
  const to = isSameCurrency ? exactMicros(next.priceMicros) : valueIn(bandCurrency, next, rates)
  if (from === null || to === null) return null
  const isLess = isBelow(to, from)
  const [more, less] = isLess ? [from, to] : [to, from]
  const difference = {
    numerator: more.numerator * less.denominator - less.numerator * more.denominator,
    denominator: more.denominator * less.denominator,
  }
  const thousandths =
    (difference.numerator * 1_000n * from.denominator) / (difference.denominator * from.numerator)
  return `${isLess ? '-' : '+'}${minorText(Number(thousandths), 1)} %`
}

/** Returns a price such as `0.0243 GBP`, without trailing zeros. */
export function priceText({ priceMicros, currency }: Price): string {
  return `${microsText(priceMicros)} ${currency}`
}

export function bandText({ lowMicros, highMicros }: PriceBand): string {
  return `${microsText(lowMicros)} to ${microsText(highMicros)} ${bandCurrency} a kilogram`
}

function microsText(micros: number): string {
  return minorText(micros, 6).replace(/\.?0+$/, '')
}

type Ratio = ReturnType<typeof ratioOf>
const exactMicros = (micros: number): Ratio => ({ numerator: BigInt(micros), denominator: 1n })
const scaled = ({ numerator, denominator }: Ratio, by: bigint): Ratio => ({
  numerator: numerator * by,
  denominator,
})
const isBelow = (one: Ratio, other: Ratio) =>
  one.numerator * other.denominator < other.numerator * one.denominator

/** Converts a price exactly to micros of `currency` at the current rate. Returns null without a rate. */
function valueIn(currency: string, price: Price, rates: Rates): Ratio | null {
  const rate = rateBetween(rates, price.currency, currency)
  if (rate === null) return null
  const { numerator, denominator } = ratioOf(rate)
  return { numerator: numerator * BigInt(price.priceMicros), denominator }
}
