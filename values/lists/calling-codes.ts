// Lists calling codes with their country and currency (docs/product.md#calling-codes). currencies.ts
// has the symbol of each currency. The table never decides whether a phone number may sign in. Pure.
import type { CurrencyCode } from '#values/money/currencies.ts'

type CallingCodeRow = {
  readonly code: string
  readonly country: string
  readonly currency: CurrencyCode
}

export const callingCodes = [
  { code: '1', country: 'US', currency: 'USD' },
  { code: '31', country: 'NL', currency: 'EUR' },
  { code: '33', country: 'FR', currency: 'EUR' },
  { code: '34', country: 'ES', currency: 'EUR' },
  { code: '39', country: 'IT', currency: 'EUR' },
  { code: '44', country: 'GB', currency: 'GBP' },
  { code: '49', country: 'DE', currency: 'EUR' },
  { code: '90', country: 'TR', currency: 'TRY' },
] as const satisfies readonly CallingCodeRow[]

/** The countries of the table, as a type for Records by country. */
export type Country = (typeof callingCodes)[number]['country']

export type CallingCode = CallingCodeRow & { readonly country: Country }

/** Country and currency for a phone number whose calling code is not in the table. */
export const defaultCallingCode = {
  country: 'GB',
  currency: 'GBP',
} as const satisfies Omit<CallingCode, 'code'>

/** Returns the row whose code is the longest prefix of a number like `+4915…`, or null. */
export function callingCodeOf(phone: string): CallingCode | null {
  const digits = phone.replace(/^\+/, '')
  let longest: CallingCode | null = null
  for (const row of callingCodes) {
    if (digits.startsWith(row.code) && row.code.length > (longest?.code.length ?? 0)) longest = row
  }
  return longest
}
