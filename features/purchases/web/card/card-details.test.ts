// Tests the format of card details while they are typed.
import { describe, expect, it } from 'vitest'
import { formatCardNumber, formatExpiry, readExpiry } from './card-details.tsx'

describe('card details while they are typed', () => {
  it.each([
    ['4242424242424242', '4242 4242 4242 4242'],
    ['4242-4242 4', '4242 4242 4'],
    ['４２４２ 4242٤', '4242 4242 4'],
    ['378282246310005', '3782 822463 10005'],
    ['62055000000000000049', '6205 5000 0000 0000 004'],
  ])('%s are shown in groups', (text, shown) => expect(formatCardNumber(text)).toBe(shown))

  it.each([
    ['1231', '', '12 / 31'],
    ['12/31', '', '12 / 31'],
    ['12 / 2031', '', '12 / 31'],
    ['3/31', '', '03 / 31'],
    ['٣/٣١', '', '03 / 31'],
    ['5', '', '05 / '],
    ['12 /', '12 / ', '12'],
  ])('%j after %j is %j', (text, before, shown) => expect(formatExpiry(text, before)).toBe(shown))

  it('are read as a month and a year', () => {
    expect(readExpiry('12 / 31')).toEqual({ exp_month: 12, exp_year: 2031 })
    expect(readExpiry('12')).toBeNull()
  })
})
