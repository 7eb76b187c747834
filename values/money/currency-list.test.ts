// Tests the list of currencies, the words for them, and the limits and brands of payments.
import { expect, it } from 'vitest'
import { cardBrandName } from './card-brands.ts'
import {
  currencies,
  currenciesInWords,
  currencyDecimals,
  currencySymbol,
  decimalsOf,
  isOwnCurrency,
} from './currencies.ts'
import { bankSeconds, noteMaxLength, purchaseMaxKg, reservationMinutes } from './order-limits.ts'
import { ratesOldAfterDays } from './rate-age.ts'

it.each([
  ['EUR', '€', 2, true],
  ['GBP', '£', 2, true],
  ['TRY', '₺', 2, true],
  ['USD', '$', 2, true],
  ['JPY', 'JPY', 0, false],
  ['KWD', 'KWD', 3, false],
  ['XQZ', 'XQZ', 2, false],
  ['eur', 'eur', 2, false],
])(
  '%s is shown as %s and has %i decimals; it is one of ours: %s',
  (code, symbol, decimals, own) => {
    expect([currencySymbol(code), decimalsOf(code), isOwnCurrency(code)]).toEqual([
      ...[symbol, decimals, own],
    ])
  },
)

it('no currency is a text that is not three letters', () => {
  for (const text of ['', 'EU', 'EURO', 'E1R']) expect(() => decimalsOf(text)).toThrow(RangeError)
})

it('the list is in the order of the alphabet, each with two decimals', () => {
  expect([currencies, currencyDecimals]).toEqual([['EUR', 'GBP', 'TRY', 'USD'], 2])
  expect(currenciesInWords('conjunction')).toBe('EUR, GBP, TRY and USD')
  expect(currenciesInWords('disjunction')).toBe('EUR, GBP, TRY or USD')
})

it.each([
  ['visa', 'Visa'],
  ['mastercard', 'Mastercard'],
  ['amex', 'American Express'],
  ['diners', 'Diners Club'],
  ['discover', 'Discover'],
  ['jcb', 'JCB'],
  ['unionpay', 'UnionPay'],
  ['cartes_bancaires', 'Cartes Bancaires'],
  ['Visa', null],
  ['', null],
])('the brand %s is called %s', (word, name) => {
  expect(cardBrandName(word)).toBe(name)
})

it('a purchase, a note, a reservation, a bank’s question and rates have their limits', () => {
  expect([
    purchaseMaxKg,
    noteMaxLength,
    reservationMinutes,
    bankSeconds,
    ratesOldAfterDays,
  ]).toEqual([...[10_000, 255, 10, 180, 7]])
})
