// Tests that CSV readers accept our CSV, and that no spreadsheet runs it as a formula.
import { expect, it } from 'vitest'
import { csv, spreadsheetLine } from './csv-text.ts'

it.each([
  ['=1+1', "'=1+1"],
  ['  =1+1', "'  =1+1"],
  ['\t=1+1', "'\t'=1+1"],
  ['+44', "'+44"],
  ['-1', "'-1"],
  ['@sum', "'@sum"],
  ['＝1+1', "'＝1+1"],
  ['＠sum', "'＠sum"],
  ['\u200b=1+1', "'\u200b=1+1"],
  ['\u0000=1+1', "'\u0000=1+1"],
  ['Ada = Eve', 'Ada = Eve'],
  ['=a,b', `"'=a,b"`],
  ['﹢1', "'﹢1"],
  ['⩵1', "'⩵1"],
  ['paid;=1+1;x', "paid;'=1+1;x"],
  ['paid; +1', "paid;' +1"],
  ['a;"=1+1;b', `"a;'""=1+1;b"`],
  ['a; ""-1', `"a;' """"-1"`],
  ['paid;\t@x', "paid;\t'@x"],
  ['=1;-2', "'=1;'-2"],
  ['one\n=1', `"one\n'=1"`],
  ['one\r\n＠x', `"one\r\n'＠x"`],
  ['a;b=c; d-e', 'a;b=c; d-e'],
])('%j is no formula for a spreadsheet', (text, written) => {
  expect(spreadsheetLine(['id', text])).toBe(`id,${written}\r\n`)
})

it('a negative number stays a number, and null is an empty field', () => {
  expect(spreadsheetLine([-5, null, 0])).toBe('-5,,0\r\n')
})

it('a field is quoted where it contains a special character', () => {
  const rows = [['a,b', 'c"d', 'e\nf', null, 1]]
  expect(csv(['one', 'two'], rows)).toBe('one,two\n"a,b","c""d","e\nf",,1\n')
})
