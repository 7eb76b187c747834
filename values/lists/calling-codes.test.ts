// Tests country and currency of a number (docs/product.md#calling-codes).
import { expect, it } from 'vitest'
import { currencySymbol } from '../money/currencies.ts'
import { callingCodeOf } from './calling-codes.ts'

it.each([
  ['+12025550123', 'US', 'USD', '$'],
  ['+31612345678', 'NL', 'EUR', '€'],
  ['+33612345678', 'FR', 'EUR', '€'],
  ['+34612345678', 'ES', 'EUR', '€'],
  ['+393123456789', 'IT', 'EUR', '€'],
  ['+447400123456', 'GB', 'GBP', '£'],
  ['+4915123456789', 'DE', 'EUR', '€'],
  ['+905301234567', 'TR', 'TRY', '₺'],
])('%s is of %s and pays in %s, %s', (phone, country, currency, symbol) => {
  expect(callingCodeOf(phone)).toMatchObject({ country, currency })
  expect(currencySymbol(currency)).toBe(symbol)
})

it('a number of another country has no row', () => {
  expect(callingCodeOf('+81312345678')).toBeNull()
})
