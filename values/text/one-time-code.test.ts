// Tests the code that a typed or pasted text contains.
import { expect, it } from 'vitest'
import { codeIn } from './one-time-code.ts'

it.each([
  '012345',
  '012 345',
  '012-345 is your code',
  '٠١٢٣٤٥',
  '０１２３４５',
  '०१२३४५',
  '۰۱۲۳۴۵',
])('%j contains a code', (text) => {
  expect(codeIn(text)).toBe('012345')
})
