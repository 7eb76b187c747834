// Tests which bodies are read as JSON, at both sides of each limit.
import { expect, it } from 'vitest'
import { readJson } from './json-body.ts'

const read = (text: string | Buffer, strict = false) => readJson(Buffer.from(text), { strict })
/** So many objects or lists in each other, with a value in the last. */
const objects = (levels: number) => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`
const lists = (levels: number) => `${'['.repeat(levels)}1${']'.repeat(levels)}`
const emptyLists = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`

it('reads values nested 8 deep, and none deeper', () => {
  for (const nested of [objects, lists, emptyLists]) {
    expect(read(nested(8))).toEqual(JSON.parse(nested(8)))
    expect(read(nested(9))).toBeUndefined()
    // Also behind a flat member.
    expect(read(`{"first":1,"deep":${nested(7)}}`)).toBeDefined()
    expect(read(`{"first":1,"deep":${nested(8)}}`)).toBeUndefined()
  }
})

it.each(['', '{', 'undefined', "{'a':1}", '{"a":"\\u0000"}', '{"\\u0000":1}', '["\\ud800"]'])(
  'does not read %j',
  (text) => expect(read(text)).toBeUndefined(),
)

it('does not read other bytes than UTF-8', () => {
  expect(read(Buffer.from([0x22, 0xff, 0x22]))).toBeUndefined()
  expect(read('"é€"')).toBe('é€')
})

it.each([
  ['{"a":1,"a":2}', { a: 2 }, true],
  ['{"x":{"a":1,"b":1,"a":2}}', { x: { a: 2, b: 1 } }, true],
  ['[{"a":1},{"a":1,"a":1}]', [{ a: 1 }, { a: 1 }], true],
  ['{"a":1,"\\u0061":2}', { a: 2 }, true],
  ['{"a" : 1, "a"\n: 2}', { a: 2 }, true],
  ['[{"a":1},{"a":2}]', [{ a: 1 }, { a: 2 }], false],
  ['{"a":{"a":1},"b":["a","a"]}', { a: { a: 1 }, b: ['a', 'a'] }, false],
  ['{"a":"\\":","b":"b:"}', { a: '":', b: 'b:' }, false],
])('%s is read as it stands, and repeats a name: %3$s', (text, value, isRepeated) => {
  expect(read(text)).toEqual(value)
  expect(read(text, true)).toEqual(isRepeated ? undefined : value)
})
