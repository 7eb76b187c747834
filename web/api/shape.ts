// Describes and checks the shape of an answer in a few lines of code. It is in the landing page's
// bundle, so it uses no library.
import type { Call, CallReply } from '#values/call.ts'

/** Returns whether a value has the declared shape. */
export type Shape<Value> = (value: unknown) => value is Value

type Fields<Value> = { readonly [Name in keyof Value]-?: Shape<Value[Name]> }

export const text: Shape<string> = (value) => typeof value === 'string'
/** Rejects infinity: JSON has no name for it, but `1e999` parses to it. */
export const number: Shape<number> = (value): value is number => Number.isFinite(value)
export const flag: Shape<boolean> = (value) => typeof value === 'boolean'

/** A valid ISO moment or day. */
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
  <const Value>(...known: readonly Value[]): Shape<Value> =>
  (value): value is Value =>
    known.some((one) => one === value)

export const either =
  <One, Other>(one: Shape<One>, other: Shape<Other>): Shape<One | Other> =>
  (value): value is One | Other =>
    one(value) || other(value)

export const listOf =
  <Value>(shape: Shape<Value>): Shape<Value[]> =>
  (value): value is Value[] =>
    Array.isArray(value) && value.every(shape)

/** Accepts objects with further fields, because a newer server may send more. */
export function objectOf<Value extends object>(fields: Fields<Value>): Shape<Value> {
  const shapes = Object.entries<Shape<unknown>>(fields)
  return (value): value is Value =>
    typeof value === 'object' &&
    value !== null &&
    shapes.every(([name, shape]) => shape(Reflect.get(value, name)))
}

/** Returns the check of a call's JSON. Throws if the build did not prepare the call for browsers. */
export function shapeOf<C extends Call>({ id, check }: C): Shape<CallReply<C>> {
  if (!check) throw new Error(`${id} has no check of its answers`)
  return (value): value is CallReply<C> => check(value)
}
