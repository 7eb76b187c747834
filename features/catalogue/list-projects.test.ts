// Tests the patterns of a searched text, which match just its words.
import { describe, expect, it } from 'vitest'
import { searchPatterns } from './list-projects.ts'

describe('the search', () => {
  it.each([
    ['wind', ['%wind%']],
    ['  Wind FARM ', ['%wind%', '%farm%']],
    ['100%', ['%100\\%%']],
    ['a_b', ['%a\\_b%']],
    ['back\\slash', ['%back\\\\slash%']],
  ])('%j is %j', (text, patterns) => {
    expect(searchPatterns(text)).toEqual(patterns)
  })

  it.each(['', '   '])('%j filters nothing', (text) => {
    expect(searchPatterns(text)).toBeNull()
  })
})
