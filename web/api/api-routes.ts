// The API's calls as types, by method and path: what each is asked with and what it answers. It
// holds types only; api-types.ts, which is generated from the description of the API, is read here
// alone.
import type { paths } from './api-types.ts'

export type Method = 'GET' | 'POST' | 'PATCH'
type Calls<M extends Method, Path extends keyof paths> = paths[Path][Lowercase<M>]

/** The paths that are asked by this method, as the API describes them: `/api/projects/{id}`. */
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

/** The JSON that is sent; undefined where the call has none. */
export type Body<M extends Method, Path extends PathOf<M>> =
  Calls<M, Path> extends {
    requestBody: infer Sent
  }
    ? JsonOf<Sent>
    : undefined

/** What stands in the address: the fields of `path` in its braces, those of `query` behind it. */
export type Inputs<Path extends PathOf<'GET'>> = paths[Path]['get'] extends {
  parameters: infer Parameters extends { path?: unknown; query?: unknown }
}
  ? Pick<Parameters, 'path' | 'query'>
  : never

/** Those that can be asked without any input. */
export type PlainPath = {
  [Path in PathOf<'GET'>]: Record<never, never> extends Inputs<Path> ? Path : never
}[PathOf<'GET'>]
