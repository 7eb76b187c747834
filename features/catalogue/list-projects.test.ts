// Tests the pattern of a searched text, which matches just that text.
import { describe, expect, it } from 'vitest'
import { searchPattern } from './list-projects.ts'

describe('the search', () => {
  it.each([
    ['wind', '%wind%'],
    ['  wind farm ', '%wind farm%'],
    ['100%', '%100\\%%'],
    ['a_b', '%a\\_b%'],
    ['back\\slash', '%back\\\\slash%'],
  ])('%j is %j', (text, pattern) => {
    expect(searchPattern(text)).toBe(pattern)
  })

  it.each(['', '   '])('%j filters nothing', (text) => {
    expect(searchPattern(text)).toBeNull()
  })
})
