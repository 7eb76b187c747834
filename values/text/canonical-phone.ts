// Converts each phone number to one canonical form, on the server. It must not be stricter than the
// pattern of a phone number: new and test ranges sign in too (docs/product.md#phone-numbers).
import { parsePhoneNumberFromString } from 'libphonenumber-js/max'
import { rememberLately } from '#values/remember-lately.ts'
import { phonePattern } from './phone-number.ts'

/**
 * Caches the library's result for a phone number, which one sign-in needs five times and each purchase of the
 * number once.
 */
const parse = rememberLately((text) => parsePhoneNumberFromString(text), 1_024)

/**
 * Returns the library's E.164 form, so that `+4407…` and `+447…` are one user, and numbers of Mexico
 * and Argentina have one form. Returns the text unchanged if the library cannot parse it, and null
 * unless it is a plus sign and 10 to 15 digits (docs/product.md#phone-numbers).
 */
export function canonicalPhone(text: string): string | null {
  if (!phonePattern.test(text)) return null
  const parsed = parse(text)?.number
  return oneSpelling(parsed !== undefined && phonePattern.test(parsed) ? parsed : text)
}

/**
 * Converts two forms that the library keeps apart to one. Mexico's mobile numbers lost their 1 in 2020;
 * Argentina's have a 9 when called from abroad, as for SMS. Argentina's area codes start with 1, 2 or
 * 3, so its toll-free and premium numbers stay unchanged.
 * database/migrations/0024_one_number_one_person.sql changed older rows.
 */
function oneSpelling(phone: string): string {
  return phone.replace(/^\+521(\d{10})$/, '+52$1').replace(/^\+54([123]\d{9})$/, '+549$1')
}

/**
 * Kinds of phone numbers for which the receiver of a call or the sender of an SMS pays. They get no
 * code.
 */
const chargedKinds = new Set<string | undefined>(['PREMIUM_RATE', 'SHARED_COST', 'TOLL_FREE'])

/**
 * Calling codes of satellites and other networks without a country (ITU-T E.164, annex: 870, 878, 881 to 883). An
 * SMS to them costs many times that to a country, which those who pump SMS share.
 */
const networkCode = /^\+(?:870|878|88[123])/

/**
 * Returns true if the phone library classifies the number as premium-rate, shared-cost or toll-free, or if it is of
 * a network without a country.
 */
export function isChargedNumber(phone: string): boolean {
  return networkCode.test(phone) || chargedKinds.has(parse(phone)?.getType())
}

/**
 * Returns the country that an SMS to the number is billed for, or its calling code if the library knows
 * no country; null if it knows neither.
 */
export function regionOf(phone: string): string | null {
  const parsed = parse(phone)
  return parsed === undefined ? null : (parsed.country ?? parsed.countryCallingCode)
}

/** The country of a number of which the library knows none. ISO 3166 assigns this code to no country. */
export const unknownCountry = 'ZZ'

/**
 * Returns the country in which a purchase of the number's owner is taxed: the region of the number or, where
 * several countries share its calling code and the library cannot tell, the first of them
 * (docs/product.md#tax).
 */
export function taxCountryOf(phone: string): string {
  const parsed = parse(phone)
  const country = parsed?.country ?? parsed?.getPossibleCountries()[0]
  return country ?? unknownCountry
}
