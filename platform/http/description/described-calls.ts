// Types of the words about a call in the description of the API: its operation id, a summary, and
// one example of its body and of each success.
import type { Access, Call, HeaderScheme, NamedHeader } from '#values/call.ts'

export type DescribedAnswer = {
  /** A sentence: the event, or the content of the answer. */
  readonly is: string
  readonly example?: unknown
  /** Of an answer that is no JSON, such as `image/png`. */
  readonly media?: string
  readonly headers?: readonly NamedHeader[]
}

export type DescribedCall = {
  /** `operationId`: a generated client calls its function so. It never changes. */
  readonly id: string
  readonly tag: string
  readonly summary: string
  /** More than a sentence, in Markdown. */
  readonly description?: string
  /** The scheme that identifies the caller, if it is not a usual one. */
  readonly secured?: HeaderScheme
  /** An example of the body. */
  readonly body?: unknown
  /** A body that no schema of ours reads: its signature is checked first. */
  readonly bytes?: { readonly media: string; readonly example: object }
  /**
   * Optional headers of the caller, with their effect. Headers of signatures and keys are left out.
   */
  readonly accepts?: Readonly<Record<string, string>>
  /** On every answer, refusals too. */
  readonly headers?: readonly NamedHeader[]
  /** By status; refusals are known from the route, but for those that are no JSON. */
  readonly answers: Readonly<Record<number, DescribedAnswer>>
}

/** By method and path: `GET /api/projects/{id}`. */
export type DescribedCalls = Readonly<Record<string, DescribedCall>>

/** A group of calls, in the order in which a reader meets them. */
export type CallTag = { readonly name: string; readonly description: string }

export const factsKey = 'x-facts'

/** Whether a call may carry an idempotency key, or must. */
export type KeyUse = 'none' | 'accepted' | 'required'

/** Facts of a route, for the plugin that collects them. */
export type RouteFacts = {
  /** The answers that refuse, by status. */
  readonly refusals: Readonly<Record<string, { readonly headers: object }>>
  readonly access: Access
  readonly key: KeyUse
  readonly isSafe: boolean
  /** The route's own path, which may end in a slash that the description leaves out. */
  readonly url: string
  /** Of a route that serves a call: its words. */
  readonly call: Call | undefined
}

/** An operation as the plugin makes it of a route. */
export type Operation = {
  parameters?: readonly Parameter[]
  requestBody?: { content?: Record<string, object> }
  responses?: Record<string, { content?: Record<string, object> }>
  [factsKey]?: RouteFacts
}
export type Parameter = { readonly name: string; readonly in: string }
