// Sends the browser's calls to the server and checks the shape of each answer. It sets no time-out
// and never retries by itself (docs/product.md#failures-on-the-screen).
import type { Shape } from './shape.ts'

type ErrorBody = { error?: string; code?: string; request_id?: string; [extra: string]: unknown }

/** An answer outside 2xx. `message` is the server's English text, `code` its error code. */
export class ApiError extends Error {
  override name = 'ApiError'
  readonly status: number
  readonly code: string
  readonly requestId: string | undefined
  /** Seconds, from Retry-After. */
  readonly retryAfterSeconds: number | undefined
  /** The whole answer: some codes carry extra fields. */
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
 * A 2xx answer with an invalid body: empty, cut off, HTML, or another shape. The effect on the
 * server is unknown, as after a missing answer.
 */
export class BadAnswerError extends Error {
  override name = 'BadAnswerError'
  /** True if the body is JSON, so our server may have sent it. */
  readonly isJson: boolean

  constructor(isJson: boolean) {
    super()
    this.isJson = isJson
  }
}

/** Seconds, from Retry-After; undefined if the answer has none. */
export function retryAfterSeconds(response: Response): number | undefined {
  const seconds = Number(response.headers.get('retry-after') ?? Number.NaN)
  return Number.isFinite(seconds) ? seconds : undefined
}

let clockOffsetMs = 0

/** Returns the estimated time of the server's clock, in ms since 1970. */
export function serverNow(): number {
  return Date.now() + clockOffsetMs
}

function learnClock(response: Response) {
  if (!response.headers.get('cache-control')?.includes('no-store')) return
  const serverTime = Date.parse(response.headers.get('date') ?? '')
  if (Number.isNaN(serverTime)) return
  // The header has whole seconds, so half a second is added. Differences under 2 s are ignored.
  const offset = serverTime + 500 - Date.now()
  clockOffsetMs = Math.abs(offset) > 2000 ? offset : 0
}

const signOutListeners = new Set<() => void>()

/** Calls `listener` after each 401 `unauthenticated` answer. Returns a function that unsubscribes. */
export function onUnauthenticated(listener: () => void): () => void {
  signOutListeners.add(listener)
  return () => signOutListeners.delete(listener)
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
  /** The exact bytes of the body: signed calls sign them. */
  rawBody?: string
  headers?: Record<string, string>
  signal?: AbortSignal
}

/**
 * Sends one call and returns its 2xx answer. Throws ApiError for other answers, and the error of
 * fetch if the server is unreachable.
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
  learnClock(response)
  if (response.ok) return response
  const error = new ApiError(response, await errorBody(response))
  if (error.status === 401 && error.code === 'unauthenticated') {
    for (const listener of signOutListeners) listener()
  }
  throw error
}

/** Returns the JSON of an answer. Throws BadAnswerError if it is invalid or not of `shape`. */
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
