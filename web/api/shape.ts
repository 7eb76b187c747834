// Describes and checks the shape of a response. It uses no library, because it is in the landing page's
// bundle.
import type { Call, CallReply } from '#values/call.ts'

/** A type guard: returns true if a value has the declared shape. */
export type Shape<Value> = (value: unknown) => value is Value

type Fields<Value> = { readonly [Name in keyof Value]-?: Shape<Value[Name]> }

export const text: Shape<string> = (value) => typeof value === 'string'
/** Accepts finite numbers. Infinity is possible in JSON, because `1e999` parses to it. */
export const number: Shape<number> = (value): value is number => Number.isFinite(value)
export const flag: Shape<boolean> = (value) => typeof value === 'boolean'

/** Accepts a text that is a valid time or day in ISO 8601. */
export const moment: Shape<string> = (value): value is string =>
  text(value) && !Number.isNaN(Date.parse(value))

export const nullable =
  <Value>(shape: Shape<Value>): Shape<Value | null> =>
  (value) =>
    value === null || shape(value)

export const optional =
  <Value>(shape: Shape<Value>): Shape<Value | undefined> =>
  (value) =>
    value === undefined || shape(value)

export const oneOf =
  <const Value>(...values: readonly Value[]): Shape<Value> =>
  (value): value is Value =>
    values.some((one) => one === value)

export const either =
  <One, Other>(one: Shape<One>, other: Shape<Other>): Shape<One | Other> =>
  (value): value is One | Other =>
    one(value) || other(value)

export const listOf =
  <Value>(shape: Shape<Value>): Shape<Value[]> =>
  (value): value is Value[] =>
    Array.isArray(value) && value.every(shape)

/** Accepts objects with these fields. They may have other fields, because a newer server may send more. */
export function objectOf<Value extends object>(fields: Fields<Value>): Shape<Value> {
  const shapes = Object.entries<Shape<unknown>>(fields)
  return (value): value is Value =>
    typeof value === 'object' &&
    value !== null &&
    shapes.every(([name, shape]) => shape(Reflect.get(value, name)))
}

/** Accepts objects with any fields. */
export const record: Shape<Record<string, unknown>> = (value): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Returns the type guard of a call's JSON. Throws if the build has not added one to the call. */
export function shapeOf<C extends Call>({ id, check }: C): Shape<CallReply<C>> {
  if (!check) throw new Error(`${id} has no check of its answers`)
  return (value): value is CallReply<C> => check(value)
}
