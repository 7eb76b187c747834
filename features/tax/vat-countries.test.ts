// Tests in which countries the tax of a document is called VAT.
import { expect, it } from 'vitest'
import { hasVat } from './vat-countries.ts'

const union = 'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK'

it.each([...union.split(' '), 'CH', 'GB', 'IM', 'IS', 'LI', 'NO', 'TR'])(
  '%s has VAT',
  (country) => {
    expect(hasVat(country)).toBe(true)
  },
)

it.each(['US', 'CA', 'AU', 'JP', 'KE', 'IN', 'ZZ', 'EU', 'gb', ''])('%j has none', (country) => {
  expect(hasVat(country)).toBe(false)
})
