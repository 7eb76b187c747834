// Maps method and path of each API call to the types of its request and answer. Only this file
// imports the generated api-types.ts.
import type { paths } from './api-types.ts'

export type Method = 'GET' | 'POST' | 'PATCH'
type Calls<M extends Method, Path extends keyof paths> = paths[Path][Lowercase<M>]

/** The paths with this method, as the API describes them: `/api/projects/{id}`. */
export type PathOf<M extends Method> = {
  [Path in keyof paths]: Calls<M, Path> extends object ? Path : never
}[keyof paths]

type JsonOf<Content> = Content extends { content: { 'application/json': infer Json } }
  ? Json
  : never
type Values<Of> = Of[keyof Of]

/** The JSON of a success. */
export type Answer<M extends Method, Path extends PathOf<M>> =
  Calls<M, Path> extends {
    responses: infer Responses
  }
    ? JsonOf<Values<Responses>>
    : never

/** The JSON body of the request; undefined if the call has none. */
export type Body<M extends Method, Path extends PathOf<M>> =
  Calls<M, Path> extends {
    requestBody: infer Sent
  }
    ? JsonOf<Sent>
    : undefined

/** The inputs in the address: `path` fields replace its braces, `query` fields follow it. */
export type Inputs<Path extends PathOf<'GET'>> = paths[Path]['get'] extends {
  parameters: infer Parameters extends { path?: unknown; query?: unknown }
}
  ? Pick<Parameters, 'path' | 'query'>
  : never

/** Paths that need no input. */
export type PlainPath = {
  [Path in PathOf<'GET'>]: Record<never, never> extends Inputs<Path> ? Path : never
}[PathOf<'GET'>]
