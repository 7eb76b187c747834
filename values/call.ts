// Declares a call of the API as one value: address, input, answers, refusals and texts. The route, the API's
// description and the browser's client read it. It uses zod's types only.
import type { z } from 'zod'

/**
 * The authentication that a call requires. `public`: none. `session`: a session. `signed`: a session
 * and the signature of its terminal. `partner`: the signature of a partner's terminal
 * (docs/product.md#signed-calls). `webhook`: a provider's signature, which the route checks itself
 * (docs/product.md#webhooks).
 */
export type Access = 'public' | 'session' | 'signed' | 'partner' | 'webhook'

/** A header that only some calls answer with. */
export type NamedHeader =
  | 'Access-Control-Allow-Origin'
  | 'Content-Disposition'
  | 'ETag'
  | 'Last-Modified'
  | 'Retry-After'
  | 'Set-Cookie'
  | 'Vary'
  | 'X-Robots-Tag'

/** A successful answer. It is JSON with `schema`, a file with `media`, and has no body without both. */
export type CallAnswer = {
  /** A sentence about the outcome or the content of the answer. */
  readonly description: string
  readonly headers?: readonly NamedHeader[]
  readonly example?: unknown
  readonly schema?: z.ZodType
  readonly media?: string
}
export type JsonAnswer<Schema extends z.ZodType> = CallAnswer & { readonly schema: Schema }
type FileAnswer = CallAnswer & { readonly media: string }

/** A header that identifies the caller (a security scheme of OpenAPI). */
export type HeaderScheme = {
  /** Name of the scheme in the API's description, such as `passToken`. */
  readonly scheme: string
  readonly header: string
  readonly description: string
}

export type Call = {
  /**
   * `operationId`: the name of the call in generated clients and in the browser's cache. It never
   * changes.
   */
  readonly id: string
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** The path. Parameters are written `:id`. */
  readonly path: string
  /** The required authentication. Default under /api and /passport: a session. */
  readonly access?: Access
  readonly tag: string
  readonly summary: string
  /** Facts for a partner's developer that the summary does not state, in Markdown. */
  readonly description: string
  /** The scheme that identifies the caller, if `access` does not imply it. */
  readonly secured?: HeaderScheme
  readonly params?: z.ZodType
  readonly query?: z.ZodType
  readonly body?: z.ZodType
  /** An example of the body. */
  readonly example?: unknown
  /** A raw body, because its signature is checked before it is parsed. */
  readonly bytes?: { readonly media: string; readonly example: object }
  /**
   * Optional request headers with their descriptions, apart from those of signatures and idempotency
   * keys.
   */
  readonly accepts?: Readonly<Record<string, string>>
  /** Headers of every answer, refusals included. */
  readonly headers?: readonly NamedHeader[]
  /** The call's own refusals, in addition to those of its guard. */
  readonly problems?: readonly string[]
  /** The problem of input with a wrong shape. Default: `bad_request`. */
  readonly invalidInput?: string
  /** Problems of single invalid fields, by field. */
  readonly invalidFields?: Readonly<Record<string, string>>
  /** Successful answers by status. */
  readonly answers: Readonly<Record<number, CallAnswer>>
  /**
   * Validates the JSON of an answer; null if no answer is JSON. Only the browser's build sets it
   * (scripts/browser-calls.ts).
   */
  readonly check?: ((value: unknown) => boolean) | null
}

/** Declares a call: returns its argument with literal types. An unknown field does not compile. */
export const call = <const C extends Call>(
  value: C & { readonly [Name in Exclude<keyof C, keyof Call>]: never },
): C => value

export const json = <Schema extends z.ZodType>(
  schema: Schema,
  description: string,
  example: z.input<Schema>,
  headers: readonly NamedHeader[] = [],
): JsonAnswer<Schema> => ({ schema, description, example, headers })

/** Declares an answer without a body. */
export const empty = (description: string, headers: readonly NamedHeader[] = []): CallAnswer => ({
  description,
  headers,
})

/** Declares an answer with a file. `example` is the text of a text file; a binary file has none. */
export const file = (
  media: string,
  description: string,
  headers: readonly NamedHeader[] = [],
  example?: string,
): FileAnswer => ({ media, description, headers, ...(example === undefined ? {} : { example }) })

type Output<Schema> = Schema extends z.ZodType ? z.output<Schema> : unknown

/** Input as the route receives it: parsed, and with default values. */
export type ParsedInput<C extends Call> = {
  readonly params: Output<C['params']>
  readonly query: Output<C['query']>
  readonly body: Output<C['body']>
}

type Part<C extends Call, Name extends 'params' | 'query' | 'body'> = C[Name] extends z.ZodType
  ? Record<never, never> extends z.input<C[Name]>
    ? { readonly [Key in Name]?: z.input<C[Name]> }
    : { readonly [Key in Name]: z.input<C[Name]> }
  : { readonly [Key in Name]?: never }

/** Input as a client sends it. */
export type CallInput<C extends Call> = Part<C, 'params'> & Part<C, 'query'> & Part<C, 'body'>

type ValueOf<Of> = Of[keyof Of]
type JsonOf<Answer> = Answer extends JsonAnswer<infer Schema> ? z.output<Schema> : never

/** The JSON types of the successful answers. */
export type CallReply<C extends Call> = JsonOf<ValueOf<C['answers']>>

/** A successful answer with its status, for calls with several statuses. */
export type Answered<Status, Body> = {
  readonly answered: Status
  readonly body: Body
  /** True if an earlier call had the effect. The answer is then marked as a repeat. */
  readonly isRepeat?: boolean
}

export const answered = <const Status extends number, Body>(
  status: Status,
  body: Body,
): Answered<Status, Body> => ({ answered: status, body })

/** The result of a handler: the JSON of a 200 answer, or a status with its body. */
export type HandlerReply<C extends Call> =
  | (200 extends keyof C['answers'] ? JsonOf<C['answers'][200]> : never)
  | ValueOf<{
      [Status in keyof C['answers']]: Answered<
        Status,
        C['answers'][Status] extends JsonAnswer<infer Schema> ? z.output<Schema> : undefined
      >
    }>

type ValuesOfFields<Fields> = Fields extends object ? ValueOf<Fields> : never

/** The codes of the refusals that the call declares. */
export type CallProblem<C extends Call> =
  | (C['problems'] extends readonly (infer Code extends string)[] ? Code : never)
  | (C['invalidInput'] extends infer Code extends string ? Code : never)
  | ValuesOfFields<C['invalidFields']>
