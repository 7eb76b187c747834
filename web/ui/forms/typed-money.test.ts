// Tests amounts of money as typed: digits of every script, decimals, and the sign of their own currency only.
import { expect, it } from 'vitest'
import { readMoney } from './typed-money.ts'

it.each([
  ['5', 500],
  ['£5.00', 500],
  ['5,5 €', 550],
  ['٥٫٥٠', 550],
  ['５．５０', 550],
  ['१२', 1200],
  ['١٬٠٠٠', null],
  ['5²', null],
  ['0.01', 1],
  ['1.500', null],
  ['1,500.00', null],
  ['five', null],
  ['-5', null],
  ['', null],
])('is read from %j as %j minor units', (text, minor) => {
  const currency = text.includes('€') ? 'EUR' : 'GBP'
  expect(readMoney(text, currency)).toBe(minor)
})

it.each([
  ['$12', 'EUR', null],
  ['£12', 'TRY', null],
  ['¥500', 'EUR', null],
  ['12 USD', 'EUR', null],
  ['€€5', 'EUR', null],
  ['€5€', 'EUR', null],
  ['5€5', 'EUR', null],
  ['€', 'EUR', null],
  ['eur 12,5', 'EUR', 1250],
  ['12 EUR', 'EUR', 1200],
  ['₺ 12', 'TRY', 1200],
  ['$7', 'USD', 700],
])('%j in %s is %j minor units, and never one of another currency', (text, currency, minor) => {
  expect(readMoney(text, currency)).toBe(minor)
})
