// The currencies that a person of the product may have as their own. The one list of them; whatever
// depends on it is a Record of CurrencyCode, so that a new currency is a row here and a compile error
// wherever it still lacks something. Pure data; rates and amounts stand elsewhere.

export const currencies = ['EUR', 'GBP', 'TRY', 'USD'] as const
export type CurrencyCode = (typeof currencies)[number]

/** All amounts are counted in hundredths (money.ts): a currency with other decimals is no row here. */
export const currencyDecimals = 2

/** Symbols as people see them (docs/product.md#calling-codes). */
const currencyTable = {
  EUR: { symbol: '€', decimals: currencyDecimals },
  GBP: { symbol: '£', decimals: currencyDecimals },
  TRY: { symbol: '₺', decimals: currencyDecimals },
  USD: { symbol: '$', decimals: currencyDecimals },
} as const satisfies Record<
  CurrencyCode,
  { readonly symbol: string; readonly decimals: typeof currencyDecimals }
>

/** Whether a currency is one that a person of the product may have as their own. */
export function isOwnCurrency(currency: string): currency is CurrencyCode {
  return currencies.some((own) => own === currency)
}

/**
 * The decimals of any currency, as ISO 4217 has them and Intl (CLDR) tells: JPY 0, KWD 3. A code that is
 * nobody's has 2. Throws a RangeError for what is no code of three letters.
 */
export function decimalsOf(currency: string): number {
  const style = { style: 'currency', currency } as const
  return new Intl.NumberFormat('en', style).resolvedOptions().maximumFractionDigits ?? 2
}

/** What a person sees for a currency: $ € £ ₺; the code itself for one that is nobody's own. */
export function currencySymbol(currency: string): string {
  return isOwnCurrency(currency) ? currencyTable[currency].symbol : currency
}

/** The currencies in an English sentence: `EUR, GBP, TRY and USD`, or with `or`. */
export function currenciesInWords(type: 'conjunction' | 'disjunction'): string {
  return new Intl.ListFormat('en-GB', { type }).format(currencies)
}
