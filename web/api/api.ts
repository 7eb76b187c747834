// Sends the browser's calls to the server and checks the shape of each response. It has no timeout and no
// automatic retry (docs/product.md#failures-on-the-screen).
import { secondsInRetryAfter } from '#values/text/retry-after.ts'
import type { Shape } from './shape.ts'

type ErrorBody = { error?: string; code?: string; request_id?: string; [extra: string]: unknown }

/** A response outside 2xx. `message` is the server's English text, `code` its error code. */
export class ApiError extends Error {
  override name = 'ApiError'
  readonly status: number
  readonly code: string
  readonly requestId: string | undefined
  /** Seconds in the header Retry-After, if present. */
  readonly retryAfterSeconds: number | undefined
  /** The JSON body. Some codes have additional fields. */
  readonly body: ErrorBody

  constructor(response: Response, body: ErrorBody) {
    super(body.error ?? '')
    this.status = response.status
    this.code = body.code ?? 'unknown'
    this.requestId = body.request_id
    this.retryAfterSeconds = retryAfterSeconds(response)
    this.body = body
  }
}

/**
 * A 2xx response with an invalid body: empty, truncated, HTML, or another shape. It is unknown whether the
 * server has carried out the call, as after a missing response.
 */
export class BadAnswerError extends Error {
  override name = 'BadAnswerError'
  /** True if the body is JSON, so that it may be from the product's server. */
  readonly isJson: boolean

  constructor(isJson: boolean) {
    super()
    this.isJson = isJson
  }
}

/** Returns true if a call got no response, for which `fetch` throws a TypeError. */
export function isUnreached(problem: unknown): boolean {
  return problem instanceof TypeError
}

/** Returns the seconds in the header Retry-After, or undefined if the response has none. */
export const retryAfterSeconds = (response: Response): number | undefined =>
  secondsInRetryAfter(response.headers.get('retry-after'))

let clockOffsetMs = 0

/** Returns the estimated time of the server's clock, in ms since 1970. */
export function serverNow(): number {
  return Date.now() + clockOffsetMs
}

/** Estimates the offset of the server's clock from the header Date of an uncached response. */
function updateClockOffset(response: Response) {
  if (!response.headers.get('cache-control')?.includes('no-store')) return
  const serverTime = Date.parse(response.headers.get('date') ?? '')
  if (Number.isNaN(serverTime)) return
  // The header has whole seconds, so half a second is added. Differences under 2 s are ignored.
  const offset = serverTime + 500 - Date.now()
  clockOffsetMs = Math.abs(offset) > 2000 ? offset : 0
}

const unauthenticatedListeners = new Set<() => void>()

/** Calls `listener` after each response 401 `unauthenticated`. Returns a function that unsubscribes. */
export function onUnauthenticated(listener: () => void): () => void {
  unauthenticatedListeners.add(listener)
  return () => unauthenticatedListeners.delete(listener)
}

async function errorBody(response: Response): Promise<ErrorBody> {
  try {
    const body: unknown = await response.json()
    return typeof body === 'object' && body !== null ? { ...body } : {}
  } catch {
    return {}
  }
}

export type Call = {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** The body as sent, because the signature of signed calls covers its exact bytes. */
  rawBody?: string
  headers?: Record<string, string>
  signal?: AbortSignal
}

/**
 * Sends one call and returns its 2xx response. Throws ApiError for other responses, and the error of `fetch`
 * if the server cannot be reached.
 */
export async function send(path: string, call: Call = {}): Promise<Response> {
  const { method = 'GET', rawBody, headers, signal } = call
  const response = await fetch(path, {
    method,
    credentials: 'same-origin',
    headers: {
      accept: 'application/json',
      ...(rawBody === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(rawBody === undefined ? {} : { body: rawBody }),
    ...(signal ? { signal } : {}),
  })
  updateClockOffset(response)
  if (response.ok) return response
  const error = new ApiError(response, await errorBody(response))
  if (error.status === 401 && error.code === 'unauthenticated') {
    for (const listener of unauthenticatedListeners) listener()
  }
  throw error
}

/**
 * Returns the JSON of a response. Throws BadAnswerError if it is invalid or has another shape than `shape`.
 */
export async function readAnswer<Answer>(
  response: Response,
  shape: Shape<Answer>,
): Promise<Answer> {
  const answer: unknown = await response.json().catch((error: unknown) => {
    throw error instanceof SyntaxError ? new BadAnswerError(false) : error
  })
  if (shape(answer)) return answer
  throw new BadAnswerError(true)
}
