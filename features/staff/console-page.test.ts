// Tests the pages of the console's lists: their keys, their links, and the names of their filters.
import { describe, expect, it } from 'vitest'
import {
  consolePageAfter,
  consolePageOf,
  filterNamesOf,
  isBadKey,
  nextPageLink,
  textKeyOf,
  uuidKeyOf,
} from './console-page.ts'

const id = '0199c4a1-7f00-7a31-8c2e-1d2c3b4a5f61'

describe('the key of a page', () => {
  it.each([
    [undefined, null],
    [id, id],
    [id.toUpperCase(), id],
    ['', 'bad'],
    ['7', 'bad'],
    [`${id}'`, 'bad'],
  ])('that is an id: %j is %j', (after, expected) => {
    const key = uuidKeyOf({ limit: 50, after })
    expect(isBadKey(key) ? 'bad' : key).toBe(expected)
  })

  it.each([
    [undefined, null],
    ['dp_1Pgc72', 'dp_1Pgc72'],
    ['green-bank', 'green-bank'],
    ['a b', 'bad'],
    ['', 'bad'],
    ['a\u0000', 'bad'],
  ])('that is a text: %j is %j', (after, expected) => {
    const key = textKeyOf({ limit: 50, after })
    expect(isBadKey(key) ? 'bad' : key).toBe(expected)
  })
})

describe('a page', () => {
  const keyOf = (row: string) => row.toUpperCase()

  it.each([
    [[], { rows: [], next: null }],
    [['a'], { rows: ['a'], next: null }],
    [['a', 'b'], { rows: ['a', 'b'], next: null }],
    [['a', 'b', 'c'], { rows: ['a', 'b'], next: 'B' }],
  ])('of at most two of %j has a next one only if there are more', (rows, page) => {
    expect(consolePageOf(rows, 2, keyOf)).toEqual(page)
  })

  it.each([
    [null, { rows: ['a', 'b'], next: 'B' }],
    ['A', { rows: ['b', 'c'], next: null }],
    ['C', { rows: [], next: null }],
    ['gone', { rows: [], next: null }],
  ])('of rows in memory begins after the row with the key %j', (after, page) => {
    expect(consolePageAfter(['a', 'b', 'c'], { limit: 2, after }, keyOf)).toEqual(page)
  })

  it('is linked with the same filters', () => {
    expect(nextPageLink('/console/api/people?q=%2B44%207700&after=1&limit=2', id)).toBe(
      `</console/api/people?q=%2B44+7700&after=${id}&limit=2>; rel="next"`,
    )
    expect(nextPageLink('/console/api/people', id)).toBe(
      `</console/api/people?after=${id}>; rel="next"`,
    )
  })

  it('names its filters without their values', () => {
    const query = { limit: 50, after: id, q: '+447700900101', country: undefined, blocked: 'no' }
    expect(filterNamesOf(query)).toEqual(['q', 'blocked'])
  })
})
