// Tests which characters are invisible, how they are shown, and that JSON with them keeps its
// meaning.
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { holdsUnseen, visibleText } from './unseen-characters.ts'

it.each([
  ['\u0000', '\\u0000'],
  ['\n', '\\u000a'],
  ['\t', '\\u0009'],
  ['\u001b[2J', '\\u001b[2J'],
  ['\u007f', '\\u007f'],
  ['\u0085', '\\u0085'],
  ['\u009b31m', '\\u009b31m'],
  ['\u00ad', '\\u00ad'],
  ['\u061c', '\\u061c'],
  ['\u200b', '\\u200b'],
  ['\u200d', '\\u200d'],
  ['\u200f', '\\u200f'],
  ['\u2028', '\\u2028'],
  ['\u2029', '\\u2029'],
  ['\u202e', '\\u202e'],
  ['\u2060', '\\u2060'],
  ['\u2066', '\\u2066'],
  ['\u2069', '\\u2069'],
  ['\u3164', '\\u3164'],
  ['\ufe0f', '\\ufe0f'],
  ['\ufeff', '\\ufeff'],
  ['\ud800', '\\ud800'],
  ['\u{e0041}', '\\udb40\\udc41'],
])('%j is invisible, and shown as %s', (text, shown) => {
  expect(holdsUnseen(`a${text}b`)).toBe(true)
  expect(visibleText(`a${text}b`)).toBe(`a${shown}b`)
})

it.each([
  ...['Ada', 'Åsa Öström', 'Σωκράτης', 'Анна', '王小明', 'さくら', 'محمد', 'दीपा', 'ירון', '😀'],
  'O’Neil & Sons, “Café” – No. 1',
])('%s is shown unchanged', (text) => {
  expect(holdsUnseen(text)).toBe(false)
  expect(visibleText(text)).toBe(text)
})

it('JSON has the same meaning, and contains none of them', () => {
  fc.assert(
    fc.property(fc.jsonValue({ stringUnit: 'binary' }), (value) => {
      const text = JSON.stringify(value)
      const shown = visibleText(text)
      expect(holdsUnseen(shown)).toBe(false)
      expect(JSON.parse(shown)).toEqual(JSON.parse(text))
    }),
  )
})
