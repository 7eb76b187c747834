// Tests the names of months that registries and spreadsheets write, in each language of the product.
import { expect, it } from 'vitest'
import { languages } from '#values/lists/languages.ts'
import { fold } from './fold.ts'
import { monthAlternatives, monthByName } from './month-names.ts'

it.each([
  ['sept', 9],
  ['sep', 9],
  ['set', 9],
  ['setiembre', 9],
  ['settembre', 9],
  ['eylul', 9],
  ['mrz', 3],
  ['maerz', 3],
  ['marz', 3],
  ['mrt', 3],
  ['mai', 5],
  ['mei', 5],
  ['okt', 10],
  ['aralik', 12],
])('%s is month %d', (name, month) => {
  expect(monthByName.get(name)).toBe(month)
  expect(monthAlternatives.split('|')).toContain(name)
})

it.each(languages)('each month of %s is found by its whole name', (language) => {
  for (const month of Array.from({ length: 12 }, (_, at) => at + 1)) {
    const format = new Intl.DateTimeFormat(language, { month: 'long', timeZone: 'UTC' })
    const name = fold(format.format(Date.UTC(2026, month - 1, 15)))
    expect([name, monthByName.get(name)]).toEqual([name, month])
  }
})

it('longer names come before their beginnings', () => {
  const names = monthAlternatives.split('|')
  expect(names.map(({ length }) => length)).toEqual(
    names.map(({ length }) => length).toSorted((a, b) => b - a),
  )
})
