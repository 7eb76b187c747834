// Lists the currencies that a person may have. Everything that depends on them is a Record of
// CurrencyCode: a new currency is a row here, and a compile error wherever something is missing.

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
 * Returns the decimals of any currency, as Intl (CLDR) has them from ISO 4217: JPY 0, KWD 3. An
 * unknown code has 2. Throws a RangeError for a text that is not three letters.
 */
export function decimalsOf(currency: string): number {
  const style = { style: 'currency', currency } as const
  return new Intl.NumberFormat('en', style).resolvedOptions().maximumFractionDigits ?? 2
}

/** Returns the symbol of a currency: $ € £ ₺. For a currency that no person may have, the code. */
export function currencySymbol(currency: string): string {
  return isOwnCurrency(currency) ? currencyTable[currency].symbol : currency
}

/** The currencies in an English sentence: `EUR, GBP, TRY and USD`, or with `or`. */
export function currenciesInWords(type: 'conjunction' | 'disjunction'): string {
  return new Intl.ListFormat('en-GB', { type }).format(currencies)
}
