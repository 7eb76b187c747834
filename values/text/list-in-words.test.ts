// Tests lists in sentences.
import { expect, it } from 'vitest'
import { listWithAnd, listWithOr } from './list-in-words.ts'

it.each([
  [[], '', ''],
  [['EUR'], 'EUR', 'EUR'],
  [['EUR', 'GBP'], 'EUR and GBP', 'EUR or GBP'],
  [['EUR', 'GBP', 'USD'], 'EUR, GBP and USD', 'EUR, GBP or USD'],
])('%j', (names, withAnd, withOr) => {
  expect([listWithAnd(names), listWithOr(names)]).toEqual([withAnd, withOr])
})
