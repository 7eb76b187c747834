// Tests the state of a list in its address.
import { expect, it } from 'vitest'
import { changedSearch, nextSort, sortOf } from './list-address.ts'
import { listQuery } from './list-view.tsx'
import { nextOf } from './load-list.ts'

it.each([
  [null, null],
  ['', null],
  ['total', { column: 'total', isDescending: false }],
  ['-total', { column: 'total', isDescending: true }],
])('reads the sort %j', (text, sort) => {
  expect(sortOf(text)).toEqual(sort)
})

it('a column sorts ascending, then descending, then not at all', () => {
  const presses = ['', 'total', '-total'].map((text) => nextSort(sortOf(text), 'total'))
  expect(presses).toEqual(['total', '-total', ''])
  expect(nextSort(sortOf('-total'), 'status')).toBe('status')
})

it('an empty value leaves the address', () => {
  const search = new URLSearchParams('state=FAILED&after=x')
  expect(String(changedSearch(search, { after: '', since: '2026-11-01' }))).toBe(
    'state=FAILED&since=2026-11-01',
  )
})

it('the call gets the filters and the page, and no other value of the address', () => {
  const search = new URLSearchParams('state=FAILED&after=x&sort=-total&request=7')
  expect(listQuery(search, ['state'])).toEqual({ state: 'FAILED', after: 'x' })
})

it.each([
  ['</console/api/people?limit=50&after=a%2Bb>; rel="next"', 'a+b'],
  ['</console/api/people>; rel="first", </console/api/people?after=c>; rel="next"', 'c'],
  ['</console/api/people?after=c>; rel="prev"', null],
  ['', null],
  [null, null],
])('reads the next page of Link: %j', (link, after) => {
  expect(nextOf(link)).toBe(after)
})
