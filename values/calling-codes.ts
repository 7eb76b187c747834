// The calling-code table of the specification (point 3): country, currency and symbol of a phone
// number. Pure data with one lookup; it never decides whether a number may sign in.

export type CurrencyCode = 'USD' | 'EUR' | 'GBP' | 'TRY'

export type CallingCode = {
  readonly code: string
  readonly country: string
  readonly currency: CurrencyCode
  readonly symbol: string
}

/** Specification 3; the symbols that it does not show are € (contract 3). */
export const callingCodes: readonly CallingCode[] = [
  { code: '1', country: 'US', currency: 'USD', symbol: '$' },
  { code: '31', country: 'NL', currency: 'EUR', symbol: '€' },
  { code: '33', country: 'FR', currency: 'EUR', symbol: '€' },
  { code: '34', country: 'ES', currency: 'EUR', symbol: '€' },
  { code: '39', country: 'IT', currency: 'EUR', symbol: '€' },
  { code: '44', country: 'GB', currency: 'GBP', symbol: '£' },
  { code: '49', country: 'DE', currency: 'EUR', symbol: '€' },
  { code: '90', country: 'TR', currency: 'TRY', symbol: '₺' },
]

/** Specification 9: what a number outside the table gets. */
export const defaultCallingCode: Omit<CallingCode, 'code'> = {
  country: 'GB',
  currency: 'GBP',
  symbol: '£',
}

/** The row whose code is the longest start of a number like `+4915…`, or null. */
export function callingCodeOf(phone: string): CallingCode | null {
  const digits = phone.replace(/^\+/, '')
  let longest: CallingCode | null = null
  for (const row of callingCodes) {
    if (digits.startsWith(row.code) && row.code.length > (longest?.code.length ?? 0)) longest = row
  }
  return longest
}

/** The symbol that a person sees for a currency: $ € £ ₺, else the code itself. */
export function currencySymbol(currency: string): string {
  return callingCodes.find((row) => row.currency === currency)?.symbol ?? currency
}

const currencies: ReadonlySet<string> = new Set(callingCodes.map((row) => row.currency))

/** Whether a currency is one that a person of the product may have as their own. */
export function isOwnCurrency(currency: string): currency is CurrencyCode {
  return currencies.has(currency)
}
