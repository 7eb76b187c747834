// Tests that spellings of one word fold to the same text.
import { expect, it } from 'vitest'
import { fold, searchWords } from './fold.ts'

it.each([
  ['passore', 'Passoré', 'PASSORÉ', 'Passore\u0301', 'ｐａｓｓｏｒｅ'],
  ['isiklar', 'ışıklar', 'IŞIKLAR', 'Işıklar', 'İşıklar'],
  ['ruzgar', 'rüzgâr', 'RÜZGAR', 'ru\u0308zgar'],
  ['strasse', 'Straße', 'STRASSE', 'STRAẞE'],
  ['lodz', 'Łódź', 'łódź'],
  ["o'higgins", 'O’Higgins', 'O‘HIGGINS', 'OʼHiggins'],
  ['poa - vpa 2', 'PoA – VPA 2', 'POA — VPA 2'],
  ['co2', 'CO₂', 'co²'],
  ['οδοσ', 'Οδός', 'ΟΔΟΣ', 'οδος'],
  ['windpark', 'Wind\u00adpark', 'Wind\u200bpark', '\ufeffWindpark', 'WIND\u2060PARK'],
  ['ветер', 'ВЕТЕР'],
])('%s', (folded, ...spellings) => {
  for (const each of spellings) expect(fold(each)).toBe(folded)
})

it('a searched text has words without blanks', () => {
  expect(searchWords('  Wind\u00a0Farm\t ÇEŞME ')).toEqual(['wind', 'farm', 'cesme'])
  expect(searchWords(' \u3000')).toEqual([])
})
