// Represents an expected error as a value: an error code of a feature's calls, with its status and text.
// Server and browser share the catalogue. This file depends on neither HTTP nor React.

/** Declares an error code of a feature. `text` is for people, in English. */
export type ProblemKind = {
  readonly status: number
  readonly text: string
  /** The invalid field of a 400, if it is always the same. */
  readonly field?: string
}

/** The error that a use case returns. `text` replaces the catalogue's sentence. */
export type Problem<Code extends string = string> = {
  readonly problem: Code
  readonly text?: string
  readonly retryAfterSeconds?: number
  /** Additional JSON fields of the answer. */
  readonly fields?: Readonly<Record<string, unknown>>
}

export function problem<Code extends string>(
  code: Code,
  more: Omit<Problem<Code>, 'problem'> = {},
): Problem<Code> {
  return { problem: code, ...more }
}

export function isProblem<Value extends object>(value: Value | Problem): value is Problem {
  return 'problem' in value
}

/** Problems that any route may answer with (docs/product.md#errors). */
export const generalProblems = {
  bad_request: { status: 400, text: 'The request could not be understood.' },
  key_required: {
    status: 400,
    text: 'This call needs an Idempotency-Key.',
    field: 'Idempotency-Key',
  },
  unauthenticated: { status: 401, text: 'Please log in.' },
  bad_signature: { status: 401, text: 'The request is not signed correctly.' },
  stale_signature: { status: 401, text: 'The signature of the request is too old or too new.' },
  replayed: { status: 401, text: 'This request was already received.' },
  wrong_origin: { status: 403, text: 'This request came from another site.' },
  forbidden: { status: 403, text: 'This is not allowed.' },
  not_found: { status: 404, text: 'There is nothing here.' },
  method_not_allowed: { status: 405, text: 'This is not how this address is used.' },
  request_timeout: { status: 408, text: 'The request took too long to arrive.' },
  in_progress: { status: 409, text: 'The same request is still running. Please wait a moment.' },
  body_too_large: { status: 413, text: 'The request is too large.' },
  address_too_long: { status: 414, text: 'The address is too long.' },
  not_json: { status: 415, text: 'The request must be JSON.' },
  key_reused: { status: 422, text: 'This idempotency key was used for another request.' },
  rate_limited: { status: 429, text: 'Too many requests. Please wait a moment.' },
  headers_too_large: { status: 431, text: 'The headers of the request are too large.' },
  internal: { status: 500, text: 'Something went wrong. Nothing was lost; please try again.' },
  unavailable: { status: 503, text: 'The service is busy. Please try again in a moment.' },
} as const satisfies Record<string, ProblemKind>
