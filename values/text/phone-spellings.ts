// Finds the phone numbers that a text may mean. A national number is read in each country of the table,
// because support receives it without a country code.
import { parsePhoneNumberFromString } from 'libphonenumber-js/max'
import { callingCodes } from '#values/lists/calling-codes.ts'
import { canonicalPhone } from './canonical-phone.ts'
import { tidyPhone } from './tidy-phone.ts'

/** Minimum number of digits of a phone number. A text with fewer may be a name with a year. */
const digitsMin = 7
const charactersMax = 100

/**
 * Returns each phone number once, as passports store it. The list is empty if the text is no phone number
 * in any country of the table.
 */
export function phonesOf(text: string): string[] {
  if (text.length > charactersMax) return []
  const tidy = tidyPhone(text)
  const digits = tidy.replace(/\D/g, '')
  if (digits.length < digitsMin) return []
  const spellings = tidy.startsWith('+')
    ? [`+${digits}`]
    : callingCodes.map(({ country }) => parsePhoneNumberFromString(tidy, country)?.number ?? '')
  return [...new Set(spellings.flatMap((number) => canonicalPhone(number) ?? []))]
}

/** Returns the number that a spelling means in all countries of the table, else the text itself. */
export function onlyPhoneOf(text: string): string {
  const [phone, other] = phonesOf(text)
  return phone === undefined || other !== undefined ? text : phone
}
