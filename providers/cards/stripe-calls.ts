// Calls Stripe with one timeout for all calls of a step, and few retries under the step's own key. It
// does not interpret payments.
import { setTimeout as pause } from 'node:timers/promises'
import Stripe from 'stripe'
import { OutcomeUnknown } from '#providers/with-timeout.ts'

/** Maximum number of retries of a call whose answer was lost, under the same key. */
const retriesMax = 2
const firstPauseMs = 200
/**
 * Maximum number of keys of a step. Each server error of Stripe needs a new key, because Stripe stores
 * it under the old one.
 */
const keysMax = 3

type CallOptions = {
  readonly timeout: number
  readonly maxNetworkRetries: 0
}
export type KeyedOptions = CallOptions & { readonly idempotencyKey: string }
export type Ask = <Result>(send: (options: CallOptions) => Promise<Result>) => Promise<Result>

/**
 * Returns a function that sends calls with retries. All calls through it share one timeout, which
 * starts now. Throws OutcomeUnknown after it.
 */
export function callsWithin(timeoutMs: number): Ask {
  const endsAt = performance.now() + timeoutMs
  return async (send) => {
    for (let retry = 0; ; retry += 1) {
      const timeout = Math.ceil(endsAt - performance.now())
      if (timeout <= 0) throw new OutcomeUnknown(`no answer from Stripe in ${timeoutMs} ms`)
      try {
        return await send({ timeout, maxNetworkRetries: 0 })
      } catch (error) {
        if (retry === retriesMax || !isRetryable(error)) throw error
      }
      await pause(firstPauseMs * 2 ** retry * (0.5 + Math.random() / 2))
    }
  }
}

/**
 * Sends a step under its key, and after a server error under a further key. Stripe stores its answer
 * under a key for a day, including its own server errors. Use it only for steps that a payment's state
 * allows once, whatever the key.
 */
export async function sendUnderKey<Result>(
  ask: Ask,
  stepKey: string,
  send: (options: KeyedOptions) => Promise<Result>,
): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    const idempotencyKey = attempt === 1 ? stepKey : `${stepKey}:${attempt}`
    try {
      return await ask((options) => send({ ...options, idempotencyKey }))
    } catch (error) {
      if (attempt === keysMax || !isStoredFailure(error)) throw error
    }
  }
}

/** Returns true if Stripe replayed a stored answer of the same key. */
export function isReplayed(headers: Readonly<Record<string, string>> | undefined): boolean {
  // With fetch, the headers are a `Headers` object, unlike the library's type.
  return new Headers(headers).get('idempotent-replayed') === 'true'
}

/** Returns true if Stripe refused the call, which then had no effect. */
export function isRefusal(
  error: unknown,
): error is Stripe.errors.StripeInvalidRequestError | Stripe.errors.StripeCardError {
  const { StripeInvalidRequestError, StripeCardError } = Stripe.errors
  return error instanceof StripeInvalidRequestError || error instanceof StripeCardError
}

function isStoredFailure(error: unknown): boolean {
  if (!(error instanceof Stripe.errors.StripeError)) return false
  return (error.statusCode ?? 0) >= 500 && isReplayed(error.headers)
}

function isRetryable(error: unknown): boolean {
  const { StripeError, StripeConnectionError } = Stripe.errors
  if (error instanceof StripeConnectionError) return true
  if (!(error instanceof StripeError) || isReplayed(error.headers)) return false
  const advice = error.headers?.['stripe-should-retry']
  if (advice !== undefined) return advice === 'true'
  const { statusCode = 0 } = error
  return statusCode === 409 || statusCode === 429 || statusCode >= 500
}
