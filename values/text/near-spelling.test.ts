// Tests which spellings count as one typing error apart.
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { isNearSpelling } from './near-spelling.ts'

const word = fc.stringMatching(/^[a-z]{1,12}$/)

it('takes one letter more, less or other, and two swapped ones', () => {
  fc.assert(
    fc.property(word, fc.nat(), fc.stringMatching(/^[a-z]$/), (text, seed, letter) => {
      const at = seed % text.length
      const [start, rest] = [text.slice(0, at), text.slice(at + 1)]
      const swapped = start + rest.slice(0, 1) + (text[at] ?? '') + rest.slice(1)
      for (const near of [text, start + rest, start + letter + text.slice(at), swapped]) {
        expect(isNearSpelling(near, text)).toBe(true)
        expect(isNearSpelling(text, near)).toBe(true)
      }
      expect(isNearSpelling(start + letter + rest, text)).toBe(true)
    }),
  )
})

it('takes no more than one', () => {
  expect(isNearSpelling('goodwin', 'goodwill')).toBe(false)
  expect(isNearSpelling('abcd', 'badc')).toBe(false)
  fc.assert(
    fc.property(word, (text) => {
      expect(isNearSpelling(`${text}zz`, text)).toBe(false)
    }),
  )
})
