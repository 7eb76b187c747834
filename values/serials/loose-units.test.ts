// Tests which serials outside any grammar have the numbers of a block, in any spelling.
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { examples } from '#tests/support/people/example-serials.ts'
import {
  blockFinder,
  type LooseSerial,
  looseSerial,
  looseSerialsOverlap,
  numbersToFind,
} from './loose-units.ts'
import { readSerial, type Serial } from './serials.ts'

const hasNumbersOf = (loose: LooseSerial, serial: Serial) => blockFinder(loose)(serial)

const separator = fc.constantFrom('-', ' - ', '/', '.', ' to ', '_', ' ', '#', ':', ' x ', '--')
/** Signs between numbers that no thousands separator looks like. */
const separators = fc.constantFrom('-', '/', ' - ', ' to ', '--', ' # ')
const zeros = fc.constantFrom('', '0', '000')
const digits = fc.constantFrom(
  (text: string) => text,
  (text: string) => text.replace(/[0-9]/g, (digit) => String.fromCodePoint(0xff10 + Number(digit))),
  (text: string) => text.replace(/[0-9]/g, (digit) => String.fromCodePoint(0x660 + Number(digit))),
)
const between = fc.constantFrom('', 'A', '7', '2024', 'EXT 12')

it.each(Object.entries(examples))('a respelled serial of %s has its numbers', (_, row) => {
  const block = readSerial(row.serial)
  const { first = 0n, last = 0n } = block.tonnes ?? {}
  fc.assert(
    fc.property(
      ...[separator, zeros, digits, between],
      fc.boolean(),
      (sign, zero, write, middle, isCount) => {
        const end = isCount ? last - first + 1n : last
        const parts = ['EXT', `${zero}${first}`, middle, `${zero}${end}`].filter(
          (part) => part !== '',
        )
        const loose = looseSerial(write(parts.join(sign)), 1)
        expect(hasNumbersOf(loose, block), parts.join(sign)).toBe(true)
        expect(numbersToFind(loose)).toEqual(expect.arrayContaining([first, end]))
      },
    ),
  )
})

it('numbers without separators are found where they are long', () => {
  const { VCS, GS } = examples
  const squashed = looseSerial(VCS.serial.replace(/[^0-9]/g, ''), VCS.tonnes)
  expect(hasNumbersOf(squashed, readSerial(VCS.serial))).toBe(true)
  expect(hasNumbersOf(squashed, readSerial(GS.serial))).toBe(false)
})

it.each([
  'BCR-CO-261-14-001-2022-1-500',
  'EXT 7/2024 #1',
  'ICR 6499',
  'X-42536-6499',
  `X-${'9'.repeat(150)}`,
])('%s has the numbers of no block', (serial) => {
  const loose = looseSerial(serial, 500)
  const met = Object.values(examples).filter((row) => hasNumbersOf(loose, readSerial(row.serial)))
  expect(met).toEqual([])
  expect(numbersToFind(loose).every((number) => number < 10n ** 18n)).toBe(true)
})

it('two serials meet where their ranges overlap and their other numbers agree', () => {
  const meet = (one: string, other: string) => {
    return looseSerialsOverlap(looseSerial(one, 10), looseSerial(other, 10))
  }
  expect(meet('X-7-2024-1-10', 'X 07/2024/001 10')).toBe(true)
  expect(meet('X-7-2024-1-10', 'X-7-2024-10-19')).toBe(true)
  expect(meet('X-7-2024-1-10', 'X-7-1-10')).toBe(true)
  expect(meet('X-7-2024-1-10', 'X-7-2024-5')).toBe(true)
  expect(meet('X 5 of 7/2024', 'X-7-2024-1-10')).toBe(true)
  expect(meet('X-7-2024-1-10', 'X-7-2024-11')).toBe(false)
  expect(meet('X-7-2024-1-10', 'X-8-2024-5')).toBe(false)
  expect(meet('X-7-2024-5', 'X-7-2024-6')).toBe(false)
  expect(meet('X-7-2024-1-10', 'X-7-2024-11-20')).toBe(false)
  expect(meet('X-7-2024-1-10', 'X-8-2024-1-10')).toBe(false)
  expect(meet(`X-${'9'.repeat(100)}`, `X-${'8'.repeat(100)}`)).toBe(false)
  expect(meet(`X-${'9'.repeat(100)}`, `X/${'9'.repeat(100)}`)).toBe(true)
})

it.each([
  ['X-2023-15-9001-9100', 100, 'X-2023-15-9,001-9,100', 100],
  ['X-2023-15-9001-9100', 100, 'X 2.023 15 9.001 9100', 100],
  ['X-2023-15-9001-9100', 100, 'X-15-2023-9001-9100', 100],
  ['X-2023-15-9001-9100', 100, '9100/9001/15/2023', 100],
  ['X-2023-15-9001-9100', 100, 'X-15-9,050-2023', 10],
  ['X-2023-15-9001-9100', 100, 'X 100 of 15: 2023 9001', 100],
  ['X-2024-16-5001', 100, 'X-2024-16-5100', 1],
  ['X-2024-16-5001', 100, 'X-2024-16-4990', 20],
  ['X-2024-16-5001', 100, '5,100 of X-16-2024', 1],
  // The same numbers, whatever the tonnes.
  ['X-2023-9000-9001-9100', 100, 'X/2023/9000/9001/9100', 99],
  ['X-2023-9000-9001-9100', 100, 'X 9100 9001 9000 2023', 7],
  ['X-2023-9000-9001-9100', 100, 'X2023 9000 90019100', 100],
  ['X-2023-15-1-100', 40, 'X 2023 015 0001 0100', 30],
  ['X-2023-9000-9001-9100', 40, '2023900090019100', 30],
  // An open end, at either side and in both serials.
  ['X-2023-15-9001-9101', 100, 'X/2023/15/9001-9100', 100],
  ['X-2023-15-9000-9100', 100, 'X/2023/15/9050-9051', 1],
  ['X-2023-15-9001-9101', 100, 'X/2023/15/9050-9150', 100],
  ['X-7-2024-1-11', 10, 'X 7/2024 5-9', 4],
  ['X-2023-15-9001-9100', 99, 'X 15/9001-9100 2023 A', 98],
  // A part of the units was withheld.
  ['X-2023-15-9001-9100', 80, 'X/2023/15/9081-9100', 20],
  ['X-2023-15-9001-9100', 80, 'X/2023/15/9090', 10],
  // Thousands in other spellings.
  ['X-2023-15-100001-100100', 100, 'X/2023/15/1,00,001-1,00,100', 100],
  ['X-2023-15-1200001-1200100', 100, 'X/2023/15/12,00,001-12,00,100', 50],
  ['X-2023-15-9001-9100', 100, 'X/2023/15/9:001-9:100', 100],
  ['X-2023-15-100001-100100', 100, 'X/2023/15/10,0001-10,0100', 100],
  ['X-2023-15-9001-9100', 100, 'X 2023 15 9’001 9’100', 100],
  ['X-2023-15-9001-9100', 100, 'X 2023 15 9٬001 9·100', 100],
  ['X-2023-15-9001-9100', 100, 'X-٢٠٢٣-١٥-٩٬٠٠١-٩٬١٠٠', 100],
  // The end of a range without its first digits.
  ['X-2023-15-9001-9100', 100, 'X-2023-15-9051-100', 50],
  ['X-2023-15-9001-9100', 100, 'X-2023-15-9011-40', 30],
  ['X-2023-15-9001-9100', 100, 'X-2023-15-9011 / 40', 20],
  ['X-1234-2022-600001-600100', 100, 'X 1234 2022 600051-00', 50],
  ['X-1234-2022-600001-600100', 100, 'X 1234 22 600001/00', 100],
  ['X-1234-2022-600001-600200', 200, 'X 1234 2022 600095-05', 11],
  ['X-2023-15-123401-123500', 100, 'X-2023-15-123401-500', 100],
  ['X-2023-15-9901-10100', 200, 'X-2023-15-9951-050', 100],
  ['X-2023-15-9001-100', 100, 'X-2023-15-9001-9100', 100],
  // Years and dates in other spellings.
  ['X-2024-15-9001-9100', 100, 'X-24-15-9001-9100', 100],
  ['X-98-15-9001-9100', 100, 'X-15-1998-9051-9060', 10],
  ['X-15-01012024-31122024-9001-9100', 100, 'X-15-20240101-20241231-9001-9100', 100],
  ['X-15-01/31/2024-9001-9100', 100, 'X-15-31/01/24-9001-9100', 100],
  ['X-15-2024-9001-9100', 100, 'X-15-FY2024/25-9001-9100', 100],
  // Letters that look like digits.
  ['X-2023-15-9001-9100', 100, 'X-2O23-l5-9OO1-9IOO', 100],
  ['X-2023-15-9001-9100', 100, 'X-Z0Z3-1S-9o01-9i0Q', 100],
])('%s with %i t shares units with %s with %i t', (one, tonnes, other, others) => {
  const [left, right] = [looseSerial(one, tonnes), looseSerial(other, others)]
  expect(looseSerialsOverlap(left, right)).toBe(true)
  expect(looseSerialsOverlap(right, left)).toBe(true)
})

it.each([
  ['X-2023-15-9001-9100', 100, 'X-15-2023-9,101-9,200', 100],
  ['X-4001-1-100', 100, 'X-4002-1-100', 100],
  ['X-2024-16-5001', 100, 'X-2024-16-5101', 100],
  ['X-2024-16-5001', 100, 'X-2024-17-5001', 100],
  ['X-7-7-1-10', 10, 'X-7-8-1-10', 10],
  ['X-16-2023-1', 100, 'X-16-2024-1', 100],
  ['X-2023-15-9001-9101', 100, 'X-2023-15-9101-9201', 100],
  ['X-2023-15-9001-9100', 80, 'X-2023-15-9101-9200', 80],
  ['X-2023-15-9001-9100', 100, 'X-2023-15-9101-9200', 99],
  ['X-7-2021-2024', 4, 'X-7-2025-2028', 4],
  ['X-12-345', 5, 'X-12-350', 5],
  ['X-2023-01-14', 2, 'X-2023-02-14', 2],
  ['X-4001-5001', 100, 'X-4001-5101', 100],
  ['X-4001-9001', 1, 'X-4001-9002', 1],
  ['X-1-12-50001', 10, 'X-11-2-50001', 10],
  ['X-2023-15-100001-100100', 100, 'X-2023-15-1,00,101-1,00,200', 100],
  ['X-2023-15-9001-100', 100, 'X-2023-15-9101-200', 100],
  ['X-7-1-50', 50, 'X-7-2001-2050', 50],
  ['X-7-1-50', 50, 'X-7-2001', 50],
  ['X-24-15-9001-9100', 100, 'X-2025-15-9001-9100', 100],
  ['X-15-01012024-30062024-1-100', 100, 'X-15-01072024-31122024-1-100', 100],
  ['X-15A-9001-9100', 100, 'X-15C-9101-9200', 100],
  ['XB-15-9001-9100', 100, 'X-815-9001-9100', 100],
])('%s with %i t shares no unit with %s with %i t', (one, tonnes, other, others) => {
  expect(looseSerialsOverlap(looseSerial(one, tonnes), looseSerial(other, others))).toBe(false)
})

it.each([
  ['7001-7010 of block 29930', true],
  ['7001 10 29930', true],
  ['29930 7001', true],
  ['7001/29930', true],
  ['12285 16 29930 7001', true],
  ['29930 42537', false],
  ['29931 7001', false],
  ['7001-7010', false],
])('10 tonnes as %s are units of block 29930: %s', (text, isFound) => {
  expect(hasNumbersOf(looseSerial(text, 10), readSerial(examples.GS.serial))).toBe(isFound)
})

it('a part of a tonne is one unit', () => {
  expect(looseSerial('X 7', 0.1).tonnes).toBe(1n)
  expect(looseSerial('X 7', 10).tonnes).toBe(10n)
})

const thousands = fc.constantFrom(
  ...['en-US', 'en-IN', 'de-CH', 'ar-EG'].map(
    (locale) => (unit: number) => unit.toLocaleString(locale),
  ),
  (unit: number) => String(unit).replace(/\B(?=(\d{4})+$)/g, ','),
  (unit: number) => String(unit).padStart(9, '0'),
)

it('a part of a range is found in any order, with any thousands separators', () => {
  const unit = fc.integer({ min: 1, max: 9_999_999 })
  fc.assert(
    fc.property(
      fc.record({ block: fc.integer({ min: 1, max: 9_999 }), first: unit, at: fc.nat(500) }),
      fc.record({ tonnes: fc.integer({ min: 1, max: 500 }), order: fc.nat(5), sign: separators }),
      thousands,
      ({ block, first, at }, { tonnes, order, sign }, write) => {
        const whole = looseSerial(`X-${block}-2024-${first}-${first + 999}`, 1_000)
        const ends = [write(first + at), write(first + at + tonnes - 1)]
        const fields = [String(block), '2024']
        const orders = [
          [...fields, ...ends],
          [...ends, ...fields],
          [...ends, ...fields.toReversed()],
        ]
        const text = ['X', ...(orders[order % 3] ?? [])].join(sign)
        const part = looseSerial(text, tonnes)
        expect(looseSerialsOverlap(whole, part), text).toBe(true)
        expect(looseSerialsOverlap(part, whole), text).toBe(true)
      },
    ),
  )
})
