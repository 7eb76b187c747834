// Tests the three lines at the foot of the passport: real data at their positions, with valid check
// digits.
import { expect, it } from 'vitest'
import { cardDataOf } from '#values/card-data.ts'
import { cardOf } from '#values/shown-card.ts'
import { checkDigit, plainLetters } from '#values/text/machine-readable.ts'
import { ada } from '#web/test-person.ts'
import { machineReadableZone, type ZoneData } from './machine-readable-zone.ts'

const data: ZoneData = {
  id: '0199c4a0-5d1e-7c7e-9a52-3f1f2b9c8d10',
  total_offsets: 1_248,
  eco_league: 'bronze',
  offset_league: 'silver',
  country: 'GB',
  currency: 'GBP',
  eco_score: 35,
  updated: '2026-11-21T23:30:00.000Z',
  name: 'Zoë Ünal',
}

it('names country, id, day, kilograms, currency, both leagues and the score', () => {
  const [first, second, third] = machineReadableZone(data)
  const serial = '0199C4A05'
  expect(first).toBe(`P<GB<${serial}${checkDigit(serial)}D1E7C7E9A523F1F`)
  const [day, kg] = ['261121', '0001248']
  expect(second.slice(0, 29)).toBe(
    `${day}${checkDigit(day)}KG${kg}${checkDigit(kg)}GBPSB0035<<<<<<<<<<<<<<<`.slice(0, 29),
  )
  expect(second.at(-1)).toBe(checkDigit(first.slice(5) + second.slice(0, 26).replace(/<+$/, '')))
  expect(third).toBe('ZOE<UNAL'.padEnd(30, '<'))
})

it.each<[string, Partial<ZoneData>, number, string]>([
  ['kilograms are whole', { total_offsets: 12.9 }, 1, 'KG0000012'],
  ['kilograms are never negative', { total_offsets: -3 }, 1, 'KG0000000'],
  ['the score is whole', { eco_score: 1_234.9 }, 1, 'GBPSB1234'],
  ['the offset league comes first', { offset_league: 'gold' }, 1, 'GBPGB0035'],
  ['the eco league comes second', { eco_league: 'platinum' }, 1, 'GBPSP0035'],
  ['a name of blanks is none', { name: ' ' }, 2, 'MEMBER<<8D10<<<<<<<<<<<<<<<<<<'],
  ['a long name is cut', { name: 'A'.repeat(40) }, 2, 'A'.repeat(30)],
])('%s', (_, own, line, text) => {
  const lines = machineReadableZone({ ...data, ...own })
  expect(lines[line]).toContain(text)
  expect(lines.map((each) => each.length)).toEqual([30, 30, 30])
})

it('leaves unknown fields empty, and names a member by the end of their id', () => {
  const { country: _, currency: __, eco_score: ___, updated: ____, ...known } = data
  const [first, second, third] = machineReadableZone({ ...known, name: undefined })
  expect(first.slice(0, 5)).toBe('P<<<<')
  expect(second.slice(0, 26)).toBe(`<<<<<<0KG0001248${checkDigit('0001248')}<<<SB<<<<`)
  expect(third).toBe('MEMBER<<8D10'.padEnd(30, '<'))
  for (const line of [first, second, third]) expect(line).toHaveLength(30)
})

it('has the country, the day and the score of the stored card, but no currency or name', () => {
  const [first, second, third] = machineReadableZone({
    ...cardDataOf(cardOf(ada)),
    name: undefined,
  })
  const day = '261120'
  expect(first.slice(0, 5)).toBe('P<GB<')
  expect(second.slice(0, 26)).toBe(
    `${day}${checkDigit(day)}KG0000120${checkDigit('0000120')}<<<SB0035`,
  )
  expect(third).toBe(`MEMBER<<${ada.id.slice(-4).toUpperCase()}`.padEnd(30, '<'))
})

it.each([
  // From ICAO 9303, part 3, section 4.9.
  ['520727', '3'],
  ['AB2134<<<', '5'],
])('the check digit of %s is %s', (text, digit) => expect(checkDigit(text)).toBe(digit))

it.each([
  ['Groß', 'GROSS'],
  ['Çağrı Işık', 'CAGRI<ISIK'],
  [" Zoë O'Neill. ", 'ZOE<O<NEILL'],
])('%s is written %s', (name, letters) => expect(plainLetters(name)).toBe(letters))
