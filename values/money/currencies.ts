// Lists the currencies that a user may have. Everything that depends on them is a Record of CurrencyCode,
// so a new row does not compile until all of it exists.

export const currencies = ['EUR', 'GBP', 'TRY', 'USD'] as const
export type CurrencyCode = (typeof currencies)[number]

/**
 * Decimals of all amounts, which are counted in hundredths (money.ts). A currency with other decimals
 * cannot be a row here.
 */
export const currencyDecimals = 2

/** Currencies with the symbols that users see (docs/product.md#calling-codes). */
const currencyTable = {
  EUR: { symbol: '€', decimals: currencyDecimals },
  GBP: { symbol: '£', decimals: currencyDecimals },
  TRY: { symbol: '₺', decimals: currencyDecimals },
  USD: { symbol: '$', decimals: currencyDecimals },
} as const satisfies Record<
  CurrencyCode,
  { readonly symbol: string; readonly decimals: typeof currencyDecimals }
>

/** Returns true for a currency of the list, which a user may have as their own. */
export function isOwnCurrency(currency: string): currency is CurrencyCode {
  return currencies.some((own) => own === currency)
}

/**
 * Returns the decimals of any currency, as Intl (CLDR) takes them from ISO 4217: JPY 0, KWD 3. An
 * unknown code has 2. Throws a RangeError for a text that is not three letters.
 */
export function decimalsOf(currency: string): number {
  const style = { style: 'currency', currency } as const
  return new Intl.NumberFormat('en', style).resolvedOptions().maximumFractionDigits ?? 2
}

/** Returns the symbol of a currency of the list ($ € £ ₺), or the code of any other currency. */
export function currencySymbol(currency: string): string {
  return isOwnCurrency(currency) ? currencyTable[currency].symbol : currency
}

/** Returns the currencies as an English list: `EUR, GBP, TRY and USD`, or with `or`. */
export function currenciesInWords(type: 'conjunction' | 'disjunction'): string {
  return new Intl.ListFormat('en-GB', { type }).format(currencies)
}
