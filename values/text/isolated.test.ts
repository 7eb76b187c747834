// Tests that names in scripts from right to left are isolated, and no others.
import { expect, it } from 'vitest'
import { isolated, nameWithNumber } from './isolated.ts'

it.each(['Ada', 'Иван', '北京', 'Éva 2', '', '+44 7400'])('"%s" stays as it is', (text) => {
  expect(isolated(text)).toBe(text)
})

it.each(['עדה', 'فاطمة', 'Ada עדה', '\u{1e900}'])('"%s" is between isolation marks', (text) => {
  expect(isolated(text)).toBe(`\u2068${text}\u2069`)
})

it('a name stands before its number, which is not isolated', () => {
  expect(nameWithNumber('Ada', '+44•••••617')).toBe('Ada (+44•••••617)')
  expect(nameWithNumber('עדה', '+44•••••617')).toBe('\u2068עדה\u2069 (+44•••••617)')
})
