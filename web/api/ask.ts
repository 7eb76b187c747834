// Sends a call of the API (values/call.ts) with its input, and returns its answer or its JSON. The landing
// page's bundle excludes this file: the calls of that page have no input.
import type { Access, Call, CallInput, CallReply } from '#values/call.ts'
import { readAnswer, send } from './api.ts'
import { shapeOf } from './shape.ts'

export type Address = { readonly params?: unknown; readonly query?: unknown }

/** Returns the address of a call: its path with the parameters filled in, then the query. */
export function addressOfCall({ path }: Pick<Call, 'path'>, { params, query }: Address): string {
  const inPath = new Map(textsOf(params))
  const filled = path.replace(/:(\w+)/g, (_, name) => encodeURIComponent(inPath.get(name) ?? ''))
  const search = new URLSearchParams(textsOf(query)).toString()
  return search === '' ? filled : `${filled}?${search}`
}

function textsOf(fields: unknown): [string, string][] {
  return Object.entries(Object(fields))
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => [name, String(value)])
}

/** Returns a call's address, method and JSON body. */
export function requestOf<C extends Call>(call: C, input: CallInput<C>) {
  const { body, ...address }: Address & { readonly body?: unknown } = input
  return {
    path: addressOfCall(call, address),
    method: call.method,
    ...(body === undefined ? {} : { rawBody: JSON.stringify(body) }),
  }
}

/** A call without a signature. features/people/web/session/signing.ts sends the signed ones. */
export type UnsignedCall = Call & { readonly access?: Exclude<Access, 'signed' | 'partner'> }

/**
 * Sends an unsigned call and returns its answer, e.g. a file or an empty one. Throws ApiError outside 2xx,
 * and the error of fetch if the server is unreachable.
 */
export function sendCall<C extends UnsignedCall>(
  call: C,
  input: CallInput<C>,
  signal?: AbortSignal,
): Promise<Response> {
  const { path, ...sent } = requestOf(call, input)
  return send(path, { ...sent, ...(signal ? { signal } : {}) })
}

/** Sends an unsigned call and returns its JSON. Throws like `sendCall`; BadAnswerError for another shape. */
export async function ask<C extends UnsignedCall>(
  call: C,
  input: CallInput<C>,
  signal?: AbortSignal,
): Promise<CallReply<C>> {
  return readAnswer(await sendCall(call, input, signal), shapeOf(call))
}
