// Sends a call of the API (values/call.ts) from its input, and returns its answer or its JSON. It stays out of
// the landing page's bundle: the calls of that page have no input.
import type { Access, Call, CallInput, CallReply } from '#values/call.ts'
import { readAnswer, send } from './api.ts'
import { shapeOf } from './shape.ts'

type Address = { readonly params?: unknown; readonly query?: unknown }

/** The address of a call: parameters in its path, the query behind it. */
export function addressOfCall({ path }: Pick<Call, 'path'>, { params, query }: Address): string {
  const inPath = new Map(textsOf(params))
  const filled = path.replace(/:(\w+)/g, (_, name) => encodeURIComponent(inPath.get(name) ?? ''))
  const behind = new URLSearchParams(textsOf(query)).toString()
  return behind === '' ? filled : `${filled}?${behind}`
}

function textsOf(fields: unknown): [string, string][] {
  return Object.entries(Object(fields))
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => [name, String(value)])
}

/** A call's address, method and body as sent. */
export function requestOf<C extends Call>(call: C, input: CallInput<C>) {
  const { body, ...address }: Address & { readonly body?: unknown } = input
  return {
    path: addressOfCall(call, address),
    method: call.method,
    ...(body === undefined ? {} : { rawBody: JSON.stringify(body) }),
  }
}

/** A signed call is sent by features/people/web/session/signing.ts. */
type UnsignedCall = Call & { readonly access?: Exclude<Access, 'signed' | 'partner'> }

/**
 * Sends an unsigned call and returns its answer, e.g. a file or an empty one. Throws ApiError outside 2xx,
 * and what fetch throws when nothing was reached.
 */
export function sendCall<C extends UnsignedCall>(
  call: C,
  input: CallInput<C>,
  signal?: AbortSignal,
): Promise<Response> {
  const { path, ...sent } = requestOf(call, input)
  return send(path, { ...sent, ...(signal ? { signal } : {}) })
}

/** Sends an unsigned call and returns its JSON. Throws as `sendCall`, and BadAnswerError for another shape. */
export async function ask<C extends UnsignedCall>(
  call: C,
  input: CallInput<C>,
  signal?: AbortSignal,
): Promise<CallReply<C>> {
  return readAnswer(await sendCall(call, input, signal), shapeOf(call))
}
