// Tests how the console words codes and counts.
import { expect, it } from 'vitest'
import { formatCount, wordsOf } from './console-format.ts'

it.each([
  ['COMPLETED', 'Completed'],
  ['needs_response', 'Needs response'],
  ['two-admins', 'Two admins'],
  ['won', 'Won'],
  ['GB', 'GB'],
  ['TRY', 'TRY'],
])('the code %s is worded %s', (code, words) => {
  expect(wordsOf(code)).toBe(words)
})

it.each([
  [0, '0 batches'],
  [1, '1 batch'],
  [2, '2 batches'],
  [1_234, '1,234 batches'],
])('%i batches are counted as %s', (count, words) => {
  expect(formatCount(count, 'batch', 'batches')).toBe(words)
})

it('a count needs only the word for one if the plural ends in s', () => {
  expect(formatCount(1, 'byte')).toBe('1 byte')
  expect(formatCount(2, 'byte')).toBe('2 bytes')
})
