// Tests the kinds of projects and the words for their work.
import { expect, it, test } from 'vitest'
import { highestDrawn } from '../story/weekly-chart.tsx'
import { kindOf, readKind, workName } from './project-kind.tsx'

it.each([
  ['cookstove', 'cooking', 'Cooking stoves'],
  ['ship', 'industry', 'Ships'],
  ['a scene of a later version', 'other', 'Climate project'],
])('the scene %s is of the kind %s, in words %s', (scene, kind, words) => {
  expect(kindOf({ scene })).toBe(kind)
  expect(workName({ scene })).toBe(words)
})

test('the address selects a kind that some project has, and no other', () => {
  const read = (query: string) => readKind(new URLSearchParams(query), ['wind', 'sun'])
  expect(read('kind=sun')).toBe('sun')
  expect(read('kind=water')).toBeUndefined()
  expect(read('kind=nonsense')).toBeUndefined()
  expect(read('')).toBeUndefined()
})

test.each([
  ['one week far above all others is cut', [10, 12, 900, 8], 12],
  ['four times as much is not far above', [10, 12, 48, 8], 48],
  ['one week alone is the highest', [0, 0, 900, 0], 900],
  ['nothing is nothing', [0, 0], 0],
])('on the chart, %s', (_case, purchases, highest) => {
  expect(highestDrawn(purchases)).toBe(highest)
})
