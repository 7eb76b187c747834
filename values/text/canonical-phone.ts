// Gives each phone number one spelling, on the server. It must not be stricter than the pattern of a phone
// number: new and test ranges sign in too (docs/product.md#phone-numbers).
import { parsePhoneNumberFromString } from 'libphonenumber-js/max'
import { rememberLately } from '#values/remember-lately.ts'
import { phonePattern } from './phone-number.ts'

/** The library's result for a number, which one sign-in needs five times. */
const parse = rememberLately((text) => parsePhoneNumberFromString(text), 256)

/**
 * Returns the library's E.164 spelling, so that `+4407…` and `+447…` are one person, with one spelling for
 * Mexico and Argentina. Returns the text if the library cannot parse it, null without a plus sign and 10 to
 * 15 digits (docs/product.md#phone-numbers).
 */
export function canonicalPhone(text: string): string | null {
  if (!phonePattern.test(text)) return null
  const parsed = parse(text)?.number
  return oneSpelling(parsed !== undefined && phonePattern.test(parsed) ? parsed : text)
}

/**
 * Makes one spelling of two that the library keeps apart: Mexico's mobile numbers lost their 1 in 2020,
 * Argentina's take a 9 from abroad, which is where an SMS arrives. Area codes of Argentina start with 1, 2
 * or 3, so its toll-free and premium numbers stay as they are. Older rows were changed by
 * database/migrations/0024_one_number_one_person.sql.
 */
function oneSpelling(phone: string): string {
  return phone.replace(/^\+521(\d{10})$/, '+52$1').replace(/^\+54([123]\d{9})$/, '+549$1')
}

/** Kinds that cost the receiver of a call or the sender of an SMS: they get no code. */
const chargedKinds = new Set<string | undefined>(['PREMIUM_RATE', 'SHARED_COST', 'TOLL_FREE'])

/** Whether the phone library knows the number as premium-rate, shared-cost or toll-free. */
export function isChargedNumber(phone: string): boolean {
  return chargedKinds.has(parse(phone)?.getType())
}

/**
 * The country that is billed for an SMS to the number, or its calling code where the library knows
 * no country; null where it knows neither.
 */
export function regionOf(phone: string): string | null {
  const parsed = parse(phone)
  return parsed === undefined ? null : (parsed.country ?? parsed.countryCallingCode)
}
