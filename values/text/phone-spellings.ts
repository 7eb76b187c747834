// Finds the phone numbers that a text may mean. Support receives national numbers without a country code, so they are
// read in the seller's country first, and then in each country of the table.
import { type CountryCode, parsePhoneNumberFromString } from 'libphonenumber-js/max'
import { callingCodes } from '#values/lists/calling-codes.ts'
import { canonicalPhone } from './canonical-phone.ts'
import { tidyPhone } from './tidy-phone.ts'

/** Minimum number of digits of a phone number. A text with fewer may be a name with a year. */
const digitsMin = 7
const charactersMax = 100

/** The seller's country (SELLER_COUNTRY); undefined if it is not set. */
export type SellerCountry = CountryCode | undefined

/**
 * Returns each phone number once, as passports store it, that of the seller's country first. The list is empty if
 * the text is no phone number in any of the countries.
 */
export function phonesOf(text: string, sellerCountry?: SellerCountry): string[] {
  return [...new Set(readingsOf(text, sellerCountry).map(({ phone }) => phone))]
}

/**
 * Returns the number of a national spelling in the seller's country. Null if it has no such number, without a
 * seller's country, and for an international spelling.
 */
export function sellerPhoneOf(text: string, sellerCountry: SellerCountry): string | null {
  const [own] = readingsOf(text, sellerCountry)
  return isOfSeller(own, sellerCountry) && own.isPossible ? own.phone : null
}

function isOfSeller(
  reading: Reading | undefined,
  sellerCountry: SellerCountry,
): reading is Reading {
  return reading !== undefined && reading.country !== null && reading.country === sellerCountry
}

/**
 * Returns the number that a spelling means for sure: one of the numbering plan of the seller's country, or the only
 * one of all countries. Otherwise returns the text itself.
 */
export function onlyPhoneOf(text: string, sellerCountry?: SellerCountry): string {
  const [own] = readingsOf(text, sellerCountry)
  if (isOfSeller(own, sellerCountry) && own.isValid) return own.phone
  const [phone, other] = phonesOf(text, sellerCountry)
  return phone === undefined || other !== undefined ? text : phone
}

/** A number that a text may mean. `country` is null for an international spelling. */
type Reading = {
  readonly phone: string
  readonly country: CountryCode | null
  readonly isValid: boolean
  readonly isPossible: boolean
}

function readingsOf(text: string, sellerCountry: SellerCountry): Reading[] {
  if (text.length > charactersMax) return []
  const tidy = tidyPhone(text)
  const digits = tidy.replace(/\D/g, '')
  if (digits.length < digitsMin) return []
  if (tidy.startsWith('+')) {
    const phone = canonicalPhone(`+${digits}`)
    return phone === null ? [] : [{ phone, country: null, isValid: true, isPossible: true }]
  }
  const table = callingCodes.map(({ country }) => country)
  const countries = new Set([...(sellerCountry === undefined ? [] : [sellerCountry]), ...table])
  return [...countries].flatMap((country) => {
    const read = parsePhoneNumberFromString(tidy, country)
    const phone = canonicalPhone(read?.number ?? '')
    if (read === undefined || phone === null) return []
    return [{ phone, country, isValid: read.isValid(), isPossible: read.isPossible() }]
  })
}
