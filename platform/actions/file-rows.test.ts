// Tests the effect of an action with a file: the order of its rows, their numbers, and changed fields.
import { expect, it } from 'vitest'
import { outcomeWords, rowOutcomes } from '#values/staff/row-outcomes.ts'
import { change, figure, withSentence } from './action.ts'
import { changeOf, type FileRow, fileEffect, refusalOfRows } from './file-rows.ts'

const row = (line: number | null, outcome: FileRow['outcome']): FileRow => {
  return { line, outcome, subject: `${line}` }
}

it('shows refused rows first, then each outcome in the order of the file', () => {
  const rows = rowOutcomes.toReversed().flatMap((outcome) => [row(3, outcome), row(2, outcome)])
  const shown = fileEffect('a.csv', rows).rows.map(({ line, outcome }) => [outcome, line])
  expect(rowOutcomes[0]).toBe('refused')
  expect(shown).toEqual(
    rowOutcomes.flatMap((outcome) => [
      [outcome, 2],
      [outcome, 3],
    ]),
  )
  const stored = fileEffect('a.csv', [row(1, 'new'), row(null, 'new')]).rows
  expect(stored.map(({ line }) => line)).toEqual([null, 1])
})

it.each(rowOutcomes)(
  'counts the rows that are %s, and names the file and further figures',
  (outcome) => {
    const further = [figure('Tonnes', 7)]
    const counted = (count: number) =>
      fileEffect(
        'a.csv',
        Array.from({ length: count }, (_, at) => row(at, outcome)),
        further,
      ).figures
    const file = { label: 'File', before: null, after: 'a.csv' }
    const tonnes = { label: 'Tonnes', before: null, after: '7' }
    expect(counted(0)).toEqual([file, tonnes])
    const rows = (after: string) => ({ label: outcomeWords[outcome], before: null, after })
    expect(counted(1)).toEqual([file, rows('1 row'), tonnes])
    expect(counted(2)).toEqual([file, rows('2 rows'), tonnes])
  },
)

it('says that a refused row refuses the file', () => {
  expect(refusalOfRows([])).toBeNull()
  expect(refusalOfRows([row(1, 'new'), row(2, 'left_out')])).toBeNull()
  const nothing = 'so nothing is taken from the file.'
  expect(refusalOfRows([row(1, 'new'), row(2, 'refused')])).toBe(`1 row is refused, ${nothing}`)
  expect(refusalOfRows([row(1, 'refused'), row(2, 'refused')])).toBe(
    `2 rows are refused, ${nothing}`,
  )
})

it.each([
  [5, 5, []],
  [null, null, []],
  ['a', 'b', [{ label: 'Name', before: 'a', after: 'b' }]],
  [null, 0, [{ label: 'Name', before: 'none', after: '0' }]],
  ['', 'b', [{ label: 'Name', before: 'none', after: 'b' }]],
  ['a', null, [{ label: 'Name', before: 'a', after: 'none' }]],
  ['a', 'x'.repeat(120), [{ label: 'Name', before: 'a', after: 'x'.repeat(120) }]],
  ['a', 'x'.repeat(121), [{ label: 'Name', before: 'a', after: `${'x'.repeat(120)}…` }]],
])('a changed field %#: from %j', (before, after, figures) => {
  expect(changeOf('Name', before, after)).toEqual(figures)
})

it('a figure without a value before is none, and one of nothing before has none', () => {
  expect(change('Line', null, 5)).toEqual({ label: 'Line', before: 'none', after: '5' })
  expect(change('Line', 0, 5)).toEqual({ label: 'Line', before: '0', after: '5' })
  expect(figure('Line', 0)).toEqual({ label: 'Line', before: null, after: '0' })
})

it('a problem has its own sentence before that of its code', () => {
  const sentences = { nothing_due: 'Of its code.' }
  const sentenceOf = (problem: string, text?: string) =>
    withSentence(text === undefined ? { problem } : { problem, text }, sentences).text
  expect(sentenceOf('nothing_due')).toBe('Of its code.')
  expect(sentenceOf('nothing_due', 'Of its own.')).toBe('Of its own.')
  expect(sentenceOf('another')).toBeUndefined()
})
