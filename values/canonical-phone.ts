// One spelling for each phone number, on the server. It must not be stricter than the pattern of
// the specification: new and test ranges sign in too.
import { parsePhoneNumberFromString } from 'libphonenumber-js/max'
import { phonePattern } from '#values/phone-number.ts'

/**
 * The library's E.164 where it parses, else the text as given, so that `+4407…` and `+447…` are
 * one person (contract 3); null when it is not a plus sign and 10 to 15 digits.
 */
export function canonicalPhone(text: string): string | null {
  if (!phonePattern.test(text)) return null
  const parsed = parsePhoneNumberFromString(text)?.number
  return parsed !== undefined && phonePattern.test(parsed) ? parsed : text
}

/**
 * Kinds that cost the receiver of a call or the sender of an SMS: they get no code (contract 3).
 */
const chargedKinds = new Set<string | undefined>(['PREMIUM_RATE', 'SHARED_COST', 'TOLL_FREE'])

/** Whether the phone library knows the number as premium-rate, shared-cost or toll-free. */
export function isChargedNumber(phone: string): boolean {
  return chargedKinds.has(parsePhoneNumberFromString(phone)?.getType())
}

/**
 * The country that pays for an SMS to the number, or its calling code where the library knows no
 * more; null where it knows nothing.
 */
export function regionOf(phone: string): string | null {
  const parsed = parsePhoneNumberFromString(phone)
  return parsed === undefined ? null : (parsed.country ?? parsed.countryCallingCode)
}
