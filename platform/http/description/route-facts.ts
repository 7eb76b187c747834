// Types of an operation of the API description, and of the facts of its route.
import type { Access, Call } from '#values/call.ts'

/** A group of calls. Groups are listed in reading order. */
export type CallTag = { readonly name: string; readonly description: string }

export const factsKey = 'x-facts'

/** Whether a call takes an idempotency key. */
export type KeyUse = 'none' | 'accepted' | 'required'

/** Facts of a route, for the plugin that collects them. */
export type RouteFacts = {
  readonly call: Call
  /** Refusals by status. */
  readonly refusals: Readonly<Record<string, { readonly headers: object }>>
  readonly access: Access
  readonly key: KeyUse
  readonly isSafe: boolean
  /** The route's own path, which may end in a slash that the description leaves out. */
  readonly url: string
}

/** An OpenAPI operation, as the plugin creates it from a route. */
export type Operation = {
  parameters?: readonly Parameter[]
  requestBody?: { content?: Record<string, object> }
  responses?: Record<string, { content?: Record<string, object> }>
  [factsKey]?: RouteFacts
}
export type Parameter = { readonly name: string; readonly in: string }
