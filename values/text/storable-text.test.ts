// Tests which parsed JSON has a text that the database cannot keep.
import { expect, it } from 'vitest'
import { holdsUnstorableText } from './storable-text.ts'

it.each([
  '"\\u0000"',
  '"a\\ud800"',
  '"\\udc00b"',
  '["x", {"y": ["\\udfff\\ud800"]}]',
  '{"\\u0000": 1}',
])('%s has one', (json) => {
  expect(holdsUnstorableText(JSON.parse(json))).toBe(true)
})

it.each(['"\\ud83d\\udc9a"', '"💚"', '1', 'null', '{"a": ["\\u0001", "\\ufffd"]}'])(
  '%s has none',
  (json) => {
    expect(holdsUnstorableText(JSON.parse(json))).toBe(false)
  },
)
