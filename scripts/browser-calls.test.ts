// Tests the form of a call that browsers get: its address and the check of its answers, no words and no zod.
import { expect, it } from 'vitest'
import { z } from 'zod'
import { call, empty, json } from '#values/call.ts'
import { browserCode, isCallsFile } from './browser-calls.ts'

const words = {
  ...{ tag: 'Test', summary: 'Readers of the API see this.', description: 'And this.' },
} as const
const get = <const Schema extends z.ZodType>(schema: Schema, example: z.input<Schema>) =>
  call({
    ...words,
    id: 'getOne',
    method: 'GET',
    path: '/api/ones/:id',
    problems: ['not_found'],
    answers: { 200: json(schema, 'One.', example), 304: empty('It is current.') },
  })
const checkOf = (schema: z.ZodType) => {
  const code = browserCode({ getOne: get(schema, undefined) })
  return code.replaceAll('/* @__PURE__ */ ', '').replace(/^import.*\n/, '')
}

it('has id, method, path and check of each call, and no other export', () => {
  const schema = z.object({ kg: z.number() })
  expect(browserCode({ getOne: get(schema, { kg: 1 }), schema, problems: {} })).toBe(
    [
      "import { number, objectOf } from '#web/api/shape.ts'",
      'const object0 = /* @__PURE__ */ objectOf({ "kg": number })',
      `export const getOne = { id: "getOne", method: 'GET', path: "/api/ones/:id", check: object0 }`,
    ].join('\n'),
  )
})

it.each([
  [z.array(z.string()), 'listOf(text)'],
  [z.iso.datetime(), 'moment'],
  [z.iso.date().nullable(), 'nullable(moment)'],
  [z.int().min(1), 'number'],
  [z.boolean(), 'flag'],
  [z.enum(['a', 'b']).nullable(), 'nullable(oneOf("a", "b"))'],
  [z.literal(1), 'oneOf(1)'],
  [z.union([z.string(), z.number()]), 'either(text, number)'],
  [z.record(z.string(), z.unknown()), 'record'],
])('writes a check in the words of shape.ts: %#', (schema, code) => {
  expect(checkOf(schema)).toContain(`check: ${code} }`)
})

it('writes an optional field and an open object, and equal objects once', () => {
  const part = z.object({ kg: z.number().optional() }).loose()
  const code = checkOf(z.object({ one: part, other: part }))
  expect(code).toContain('const object0 = objectOf({ "kg": optional(number) })')
  expect(code).toContain('objectOf({ "one": object0, "other": object0 })')
})

it('has a null check where no answer is JSON, and one for all JSON of a call', () => {
  const none = call({
    ...words,
    id: 'end',
    method: 'POST',
    path: '/end',
    answers: { 204: empty('Ended.') },
  })
  expect(browserCode({ none })).toContain('check: null')
  const answers = { 200: json(z.string(), 'A text.', ''), 202: json(z.number(), 'A number.', 1) }
  const two = call({ ...words, id: 'two', method: 'GET', path: '/two', answers })
  expect(browserCode({ two })).toContain('either(text, number)')
})

it.each([[z.unknown()], [z.record(z.string(), z.number())], [z.tuple([z.string()])], [z.date()]])(
  'throws on a schema that shape.ts has no words for: %#',
  (schema) => {
    expect(() => checkOf(schema)).toThrow()
  },
)

it('reads the calls of features and of health, and no browser files', () => {
  expect(isCallsFile('features/wallet/wallet-calls.ts')).toBe(true)
  expect(isCallsFile('features/achievements/rewards/rewards-calls.ts')).toBe(true)
  expect(isCallsFile('platform/http/health-calls.ts')).toBe(true)
  expect(isCallsFile('platform/database/group-calls.ts')).toBe(false)
  expect(isCallsFile('features/purchases/web/purchases-calls.ts')).toBe(false)
  expect(isCallsFile('node_modules/x/features/a-calls.ts')).toBe(false)
})
