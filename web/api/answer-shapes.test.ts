// Tests that the browser's checks of answers accept and refuse the same values as the schemas.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { reservePurchase } from '#features/purchases/purchases-calls.ts'
import { reserveShape } from '#features/purchases/web/purchase-requests.ts'
import type { Call } from '#values/call.ts'
import { moment, number, type Shape } from './shape.ts'

type Pair = readonly [string, z.ZodType, Shape<unknown>]

const reservation = reservePurchase.answers[200].schema
const pairs: readonly Pair[] = [
  ['a reservation', reservation, reserveShape],
  ['a reservation in an array', z.tuple([reservation]), reserveShape],
]

const calls = import.meta.glob<object>(
  ['../../{features/**,platform/http}/*-calls.ts', '!../../features/**/web/**'],
  { eager: true },
)
const forBrowsers = import.meta.glob<object>(
  ['../../{features/**,platform/http}/*-calls.ts', '!../../features/**/web/**'],
  { eager: true, query: '?browser' },
)

const isCall = (value: unknown): value is Call =>
  typeof value === 'object' && value !== null && 'answers' in value

/** The calls of a file: their own schema and the check that browsers get (scripts/browser-calls.ts). */
function pairsOf([file, exported]: readonly [string, object]): Pair[] {
  return Object.entries(exported).flatMap(([name, call]) => {
    if (!isCall(call)) return []
    const { check } = Reflect.get(forBrowsers[file] ?? {}, name)
    const [first, ...rest] = Object.values(call.answers).flatMap(({ schema }) => schema ?? [])
    if (first === undefined) return []
    const schema = rest.length === 0 ? first : z.union([first, ...rest])
    return [[call.id, schema, (value): value is unknown => check(value)]]
  })
}

const callPairs = Object.entries(calls).flatMap(pairsOf)

it('finds the calls of features, of their rooms, and of the platform', () => {
  const ids = callPairs.map(([id]) => id)
  expect(ids).toEqual(expect.arrayContaining(['getWallet', 'listRewards', 'isReady']))
})

const instant = fc
  .date({ min: new Date('2020-01-01'), max: new Date('2099-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString())

/** Example values of a schema, for the kinds that calls use. */
function valuesOf(schema: z.core.JSONSchema.BaseSchema): fc.Arbitrary<unknown> {
  const nested = (one: z.core.JSONSchema._JSONSchema) =>
    typeof one === 'boolean' ? fc.constant(null) : valuesOf(one)
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map(nested))
  if (schema.prefixItems) return fc.tuple(...schema.prefixItems.map(nested))
  const { type } = schema
  if (Array.isArray(type)) return fc.oneof(...type.map((one) => valuesOf({ ...schema, type: one })))
  switch (type) {
    case 'object': {
      const requiredKeys = [...(schema.required ?? [])]
      const fields = Object.entries(schema.properties ?? {})
      return fc.record(Object.fromEntries(fields.map(([name, one]) => [name, nested(one)])), {
        requiredKeys,
      })
    }
    case 'array':
      if (schema.items === undefined || Array.isArray(schema.items)) break
      return fc.array(nested(schema.items), { minLength: 1, maxLength: 2 })
    case 'integer':
      return fc.integer({ min: schema.minimum ?? 0, max: schema.maximum ?? 1_000 })
    case 'number':
      return fc.double({ min: 0, max: 1_000, noNaN: true })
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    case 'string':
      if (schema.format === 'uuid') return fc.uuid({ version: 4 })
      if (schema.format === 'date-time') return instant
      if (schema.format === 'date') return instant.map((text) => text.slice(0, 10))
      if (schema.format === 'uri') return fc.webUrl()
      return fc.string({ minLength: schema.minLength ?? 0, maxLength: schema.maxLength ?? 12 })
  }
  throw new Error(`no values for ${JSON.stringify(schema)}`)
}

/** Every variant of `value` with one change: a null, another type, or a missing field. */
function* damaged(value: unknown): Generator<unknown> {
  if (value !== null) yield null
  // Null may allow text of a format that browsers do not check, such as an address.
  if (value === null) yield {}
  else yield typeof value === 'string' ? 7 : 'x'
  if (Array.isArray(value)) {
    for (const [at, item] of value.entries()) {
      for (const worse of damaged(item)) yield value.with(at, worse)
    }
  } else if (typeof value === 'object' && value !== null) {
    for (const [name, field] of Object.entries(value)) {
      yield Object.fromEntries(Object.entries(value).filter(([other]) => other !== name))
      for (const worse of damaged(field)) yield { ...value, [name]: worse }
    }
  }
}

describe.each([...pairs, ...callPairs])('the check of %s', (_name, schema, shape) => {
  const values = valuesOf(z.toJSONSchema(schema, { io: 'output' }))

  it('accepts valid answers, also with unknown fields', () => {
    fc.assert(
      fc.property(values, (value) => {
        expect(schema.safeParse(value).error).toBeUndefined()
        expect(shape(value)).toBe(true)
        if (!Array.isArray(value)) expect(shape({ ...Object(value), added: 1 })).toBe(true)
      }),
      { numRuns: 50 },
    )
  })

  it('refuses an answer that is damaged in any field', () => {
    fc.assert(
      fc.property(values, (value) => {
        for (const worse of damaged(value)) {
          expect([worse, shape(worse)]).toEqual([worse, schema.safeParse(worse).success])
        }
      }),
      { numRuns: 10 },
    )
  })

  it.each([[null], [{}], ['<!doctype html>'], [0], [undefined]])(
    'reads %j as the schema does',
    (answer) => {
      expect(shape(answer)).toBe(schema.safeParse(answer).success)
    },
  )
})

it('an invalid moment and an infinite number are refused', () => {
  expect(moment('yesterday')).toBe(false)
  expect(number(JSON.parse('1e999'))).toBe(false)
})
