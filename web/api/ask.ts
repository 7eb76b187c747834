// Sends a call of the API (values/call.ts) with its input, and returns its response or the JSON. The landing
// page's bundle does not contain this file, because the calls of that page have no input.
import type { Access, Call, CallInput, CallReply } from '#values/call.ts'
import { readAnswer, send } from './api.ts'
import { shapeOf } from './shape.ts'

export type Address = { readonly params?: unknown; readonly query?: unknown }

/** Returns the address of a call: its path with the parameters filled in, then the query. */
export function addressOfCall({ path }: Pick<Call, 'path'>, { params, query }: Address): string {
  const paramsByName = new Map(textsOf(params))
  const pathWithParams = path.replace(/:(\w+)/g, (_, name) =>
    encodeURIComponent(paramsByName.get(name) ?? ''),
  )
  const search = new URLSearchParams(textsOf(query)).toString()
  return search === '' ? pathWithParams : `${pathWithParams}?${search}`
}

/** Returns the defined fields of an object as pairs of texts. */
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

/** A call without a signature. features/people/web/session/signing.ts sends signed calls. */
export type UnsignedCall = Call & { readonly access?: Exclude<Access, 'signed' | 'partner'> }

/**
 * Sends an unsigned call and returns its response, which may be a file or empty. Throws ApiError outside 2xx,
 * and the error of `fetch` if the server cannot be reached.
 */
export function sendCall<C extends UnsignedCall>(
  call: C,
  input: CallInput<C>,
  signal?: AbortSignal,
): Promise<Response> {
  const { path, ...options } = requestOf(call, input)
  return send(path, { ...options, ...(signal ? { signal } : {}) })
}

/** Resolves in a task of its own. */
function nextTask(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve))
}

/**
 * Sends an unsigned call and returns its JSON. Throws the errors of `sendCall`, and BadAnswerError. A page that
 * opens starts its reads in one task. Each is sent in a task of its own, so that the user can press in between.
 */
export async function ask<C extends UnsignedCall>(
  call: C,
  input: CallInput<C>,
  signal?: AbortSignal,
): Promise<CallReply<C>> {
  if (call.method === 'GET') await nextTask()
  return readAnswer(await sendCall(call, input, signal), shapeOf(call))
}
