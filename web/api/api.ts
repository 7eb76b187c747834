// Calls the server for this browser half: same origin, cookies, JSON, and no answer of another shape than
// described. It sets no time-out and never retries by itself (docs/product.md#failures-on-the-screen).
import type { Answer, Body, PathOf, PlainPath } from './api-routes.ts'
import type { Shape } from './shape.ts'

type ErrorBody = { error?: string; code?: string; request_id?: string; [extra: string]: unknown }

/** An answer outside 2xx. `message` is the server's English sentence, `code` says what it was. */
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
 * An answer of success that is not of its shape: empty, cut off, a page, another shape. What the server
 * did is as unknown as after no answer at all.
 */
export class BadAnswerError extends Error {
  override name = 'BadAnswerError'
  /** It is JSON at least, so something of ours may have said it. */
  readonly isJson: boolean

  constructor(isJson: boolean) {
    super()
    this.isJson = isJson
  }
}

/** Seconds, from Retry-After; undefined where the answer names none. */
export function retryAfterSeconds(response: Response): number | undefined {
  const seconds = Number(response.headers.get('retry-after') ?? Number.NaN)
  return Number.isFinite(seconds) ? seconds : undefined
}

let clockOffsetMs = 0

/** The server's clock as well as this browser knows it, ms since 1970. */
export function serverNow(): number {
  return Date.now() + clockOffsetMs
}

function learnClock(response: Response) {
  if (!response.headers.get('cache-control')?.includes('no-store')) return
  const serverTime = Date.parse(response.headers.get('date') ?? '')
  if (Number.isNaN(serverTime)) return
  // The header has whole seconds: its middle is the best guess, and 2 s are not worth a correction.
  const offset = serverTime + 500 - Date.now()
  clockOffsetMs = Math.abs(offset) > 2000 ? offset : 0
}

const signOutListeners = new Set<() => void>()

/** Calls `listener` when any answer says that there is no session. Returns the way to stop. */
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
  method?: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  /** The exact bytes to send: signed calls sign them. */
  rawBody?: string
  headers?: Record<string, string>
  signal?: AbortSignal
}

/** Sends one call. Throws ApiError outside 2xx, and what fetch throws when nothing was reached. */
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

/** The JSON of an answer. Throws BadAnswerError where it is none, or not of `shape`. */
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

/** GET, answered as JSON of `shape`. Throws what `send` and `readAnswer` throw. */
export async function getJson<Path extends PlainPath>(
  path: Path,
  shape: Shape<Answer<'GET', Path>>,
  signal?: AbortSignal,
): Promise<Answer<'GET', Path>> {
  return readAnswer(await send(path, signal ? { signal } : {}), shape)
}

type BodyOrNone<M extends 'POST' | 'PATCH', Path extends PathOf<M>> =
  Body<M, Path> extends undefined ? [] : [body: Body<M, Path>]

/** POST or PATCH without a signature, answered as JSON of `shape`. Throws as `getJson` does. */
export async function sendJson<M extends 'POST' | 'PATCH', Path extends PathOf<M>>(
  method: M,
  path: Path,
  shape: Shape<Answer<M, Path>>,
  ...[body]: BodyOrNone<M, Path>
): Promise<Answer<M, Path>> {
  const rawBody = body === undefined ? {} : { rawBody: JSON.stringify(body) }
  return readAnswer(await send(path, { method, ...rawBody }), shape)
}
