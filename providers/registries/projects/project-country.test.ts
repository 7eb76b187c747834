// Tests the country of a project: two columns that agree, and names of no country.
import { expect, it } from 'vitest'
import { countryFault, countryOf } from './project-country.ts'

const of = (country: string, country_code: string) => countryOf({ country, country_code })

it.each([
  ['Kenya', 'KE', 'KE', 'Kenya'],
  ['Turkey', 'TR', 'TR', 'Turkey'],
  ['Türkiye', 'TR', 'TR', 'Türkiye'],
  ['TURKIYE', 'TR', 'TR', 'TURKIYE'],
  ['Tanzania, United Republic of', 'TZ', 'TZ', 'Tanzania, United Republic of'],
  ['Congo', 'CG', 'CG', 'Congo'],
  ['Congo, the Democratic Republic of the', 'CD', 'CD', 'Congo, the Democratic Republic of the'],
  ['Lao', 'LA', 'LA', 'Lao'],
  ['Viet Nam', 'VN', 'VN', 'Viet Nam'],
  ["Cote D'Ivoire", 'CI', 'CI', "Cote D'Ivoire"],
  ['Deutschland', 'DE', 'DE', 'Deutschland'],
  ['Burma', 'MM', 'MM', 'Burma'],
  ['DRC', 'CD', 'CD', 'DRC'],
  ['England', 'GB', 'GB', 'England'],
  ['Great Britain', '', 'GB', 'Great Britain'],
  ['Holland', '', 'NL', 'Holland'],
  ['Ivory Coast', '', 'CI', 'Ivory Coast'],
  ['Scotland', '', 'GB', 'Scotland'],
  ['Swaziland', '', 'SZ', 'Swaziland'],
  ['Turkey', '', 'TR', 'Turkey'],
  ['UAE', '', 'AE', 'UAE'],
  ['UK', '', 'GB', 'UK'],
  ['USA', '', 'US', 'USA'],
  ['Wales', '', 'GB', 'Wales'],
  ['', 'KE', 'KE', 'Kenya'],
  ['Kenya', '', 'KE', 'Kenya'],
  ['International', 'WW', 'XZ', 'International'],
  ['International', '', 'XZ', 'International'],
  ['Several', 'XZ', 'XZ', 'Several'],
  ['', '', 'ZZ', 'Not stated'],
  ['Not stated', 'ZZ', 'ZZ', 'Not stated'],
])('%j with the code %j is %s', (name, code, is, called) => {
  expect(countryFault({ country: name, country_code: code })).toBeNull()
  expect(of(name, code)).toEqual({ country: { code: is, name: called }, unknown: null })
})

it.each([
  ['Atlantis', 'XX', 'ZZ', 'Not stated', 'Atlantis XX'],
  ['', 'XX', 'ZZ', 'Not stated', 'XX'],
  ['Atlantis', '', 'ZZ', 'Not stated', 'Atlantis'],
  ['European Union', 'EU', 'ZZ', 'Not stated', 'European Union EU'],
  ['Atlantis', 'TR', 'TR', 'Türkiye', 'Atlantis'],
])('%j with the code %j is unknown', (name, code, is, called, unknown) => {
  expect(countryFault({ country: name, country_code: code })).toBeNull()
  expect(of(name, code)).toEqual({ country: { code: is, name: called }, unknown })
})

it.each([
  ['Kenya', 'TR', 'KE'],
  ['Allemagne', 'FR', 'DE'],
  ['Kenya', 'XX', 'KE'],
  ['Kenya', 'WW', 'KE'],
])('%j with the code %j is a contradiction', (country, country_code, other) => {
  expect(countryFault({ country, country_code })).toBe(
    `country: ${country} is ${other}, and country_code is ${country_code}`,
  )
})
