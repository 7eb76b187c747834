// Parses and formats a typed or pasted phone number. The library is larger than the landing page, so it loads
// after the first key press. Until then, simple rules apply.
import { callingCodeOf, callingCodes } from '#values/lists/calling-codes.ts'
import { phonePattern } from '#values/text/phone-number.ts'
import { tidyPhone } from '#values/text/tidy-phone.ts'
import { repeatable } from '#web/api/lazy-part.ts'

type PhoneLibrary = typeof import('libphonenumber-js/min')
type Country = import('libphonenumber-js/min').CountryCode

const importLibrary = repeatable(() => import('libphonenumber-js/min'))
let library: PhoneLibrary | undefined
let loading: Promise<void> | undefined

/** Loads the library once. If that fails, the simple rules still apply, and the next call retries. */
export function loadPhoneLibrary(): Promise<void> {
  loading ??= importLibrary().then(
    (loaded) => {
      library = loaded
    },
    () => {
      loading = undefined
    },
  )
  return loading
}

function isCountry(country: string, from: PhoneLibrary): country is Country {
  return from.isSupportedCountry(country)
}

/** Formats a phone number while it is typed: `07400123456` becomes `07400 123456`. */
export function formatPhone(text: string, country: string): string {
  const tidy = tidyPhone(text)
  if (!library) return tidy
  const known = isCountry(country, library) ? country : undefined
  return new library.AsYouType(known).input(tidy) || tidy
}

/** Formats a complete phone number in the groups of its country, with non-breaking spaces. */
export function readablePhone(phone: string): string {
  return formatPhone(phone, '').replaceAll(' ', '\u00a0')
}

/** Returns the country of a phone number's flag, or undefined if the table lacks its calling code. */
export function countryOf(text: string, chosen: string): string | undefined {
  const tidy = tidyPhone(text)
  if (!tidy.startsWith('+')) return chosen
  return callingCodeOf(tidy.replace(/[^\d+]/g, ''))?.country
}

/**
 * Returns the phone number in E.164, such as `+447400123456`, or undefined if the text cannot be one
 * (docs/product.md#phone-numbers).
 */
export function readPhone(text: string, country: string): string | undefined {
  const tidy = tidyPhone(text)
  const digits = tidy.replace(/\D/g, '')
  if (library) {
    const known = isCountry(country, library) ? country : undefined
    const parsed = library.parsePhoneNumberFromString(tidy, known)?.number
    if (parsed && phonePattern.test(parsed)) return parsed
  }
  const code = callingCodes.find((row) => row.country === country)?.code ?? ''
  // Italy keeps the leading 0 after the calling code; the other countries drop it.
  const national = country === 'IT' ? digits : digits.replace(/^0/, '')
  const plain = tidy.startsWith('+') ? `+${digits}` : `+${code}${national}`
  return phonePattern.test(plain) ? plain : undefined
}
