// Judges whether a price is plausible: within the band of usual prices, and near each price of the
// batch's last 7 days, so that many small steps count as one. Pure.
import { type Rates, rateBetween } from '#features/wallet/rates/rates.ts'
import { minorText, ratioOf } from '#values/money/money.ts'

export type Price = { readonly priceMicros: number; readonly currency: string }

/** Micros of a US dollar for a kilogram; both ends are included. */
export type PriceBand = { readonly lowMicros: number; readonly highMicros: number }
export type PriceRules = { readonly band: PriceBand; readonly rates: Rates }

/** The previous and the next price of a batch. */
export type PriceChange = {
  readonly serialNumber: string
  /** Null for a new batch. */
  readonly old: Price | null
  readonly next: Price
}

export type PriceVerdict =
  | { readonly kind: 'usual' }
  /** The price needs a confirmation: `says` is the reason. */
  | { readonly kind: 'unusual'; readonly says: string }
  /** The price cannot be judged, and is refused even with a confirmation. */
  | { readonly kind: 'unrated'; readonly says: string }

export const usualBand: PriceBand = { lowMicros: 500, highMicros: 1_000_000 }
const bandCurrency = 'USD'
/** Largest usual change, in percent of an earlier price. */
const changeMaxPercent = 20n

/**
 * Judges a price. `earlier` are the prices in force at any time of the last 7 days, with the
 * present one; none for a new batch.
 */
export function judgePrice(
  next: Price,
  earlier: readonly Price[],
  { band, rates }: PriceRules,
): PriceVerdict {
  const dollars = valueIn(bandCurrency, next, rates)
  if (dollars === null) {
    const says = `there is no exchange rate from ${next.currency} to ${bandCurrency}: rates refresh`
    return { kind: 'unrated', says }
  }
  const says = [
    isBelow(dollars, wholeMicros(band.lowMicros)) || isBelow(wholeMicros(band.highMicros), dollars)
      ? `it is outside of PRICE_BAND, ${bandText(band)}`
      : null,
    ...earlier.map((old) => farFrom(next, old, rates)),
  ].find((each) => each !== null)
  return says === undefined ? { kind: 'usual' } : { kind: 'unusual', says }
}

/** Returns why a price is unusual after an earlier one, or null. */
function farFrom(next: Price, old: Price, rates: Rates): string | null {
  const [newValue, oldValue] =
    next.currency === old.currency
      ? [wholeMicros(next.priceMicros), wholeMicros(old.priceMicros)]
      : [valueIn(bandCurrency, next, rates), valueIn(bandCurrency, old, rates)]
  if (newValue === null || oldValue === null) {
    return `it cannot be compared with ${priceText(old)}, which has no exchange rate`
  }
  const isNear =
    !isBelow(scaled(oldValue, 100n + changeMaxPercent), scaled(newValue, 100n)) &&
    !isBelow(scaled(newValue, 100n), scaled(oldValue, 100n - changeMaxPercent))
  return isNear
    ? null
    : `it is more than ${changeMaxPercent} % away from ${priceText(old)}, a price of the last 7 days`
}

/**
 * Returns the change in percent of the old price, with a sign and one decimal; null for a new
 * batch.
 */
export function changeText({ old, next }: PriceChange, rates: Rates): string | null {
  if (old === null) return null
  const same = old.currency === next.currency
  const from = same ? wholeMicros(old.priceMicros) : valueIn(bandCurrency, old, rates)
  const to = same ? wholeMicros(next.priceMicros) : valueIn(bandCurrency, next, rates)
  if (from === null || to === null) return null
  const isLess = isBelow(to, from)
  const [more, less] = isLess ? [from, to] : [to, from]
  const difference = more.numerator * less.denominator - less.numerator * more.denominator
  const denominator = more.denominator * less.denominator * from.numerator
  const thousandths = Number((difference * 1_000n * from.denominator) / denominator)
  return `${isLess ? '-' : '+'}${minorText(thousandths, 1)} %`
}

/** Returns `0.0243 GBP`, with as many decimals as it has. */
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
const wholeMicros = (micros: number): Ratio => ({ numerator: BigInt(micros), denominator: 1n })
const scaled = ({ numerator, denominator }: Ratio, by: bigint): Ratio => ({
  numerator: numerator * by,
  denominator,
})
const isBelow = (one: Ratio, other: Ratio) =>
  one.numerator * other.denominator < other.numerator * one.denominator

/** Returns the exact micros of another currency at the current rate; null without a rate. */
function valueIn(currency: string, price: Price, rates: Rates): Ratio | null {
  const rate = rateBetween(rates, price.currency, currency)
  if (rate === null) return null
  const { numerator, denominator } = ratioOf(rate)
  return { numerator: numerator * BigInt(price.priceMicros), denominator }
}
