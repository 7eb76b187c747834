// Requests a code and returns the outcome. The outcome must not reveal whether the phone number has a
// passport, as the server's response does not.

import { ApiError, isUnreached } from '#web/api/api.ts'
import { ask } from '#web/api/ask.ts'
import { requestCode } from '../sign-in-calls.ts'
import type { SendAnswer } from './requested-code.ts'

/**
 * `waiting`: no code was sent, but an earlier one, or one that is being sent, may be valid. `refused`: the
 * phone number gets no code. `unreached`: no network. `failed`: an error of the server or of a proxy.
 */
export type SendOutcome =
  | ({ readonly kind: 'sent' } & SendAnswer)
  | { readonly kind: 'waiting'; readonly waitSeconds: number }
  | { readonly kind: 'refused' }
  | { readonly kind: 'unreached' }
  | { readonly kind: 'failed' }

/** Seconds until the next request, if the response does not contain them. */
const waitFallbackSeconds = 30

export async function sendCode(phone: string): Promise<SendOutcome> {
  try {
    const answer = await ask(requestCode, { body: { phone } })
    const { expires_in_seconds: expiresInSeconds, resend_in_seconds: resendInSeconds } = answer
    return { kind: 'sent', expiresInSeconds, resendInSeconds }
  } catch (error) {
    if (isUnreached(error)) return { kind: 'unreached' }
    // A captive portal responds with status 200 but an invalid body, and has sent no code.
    if (!(error instanceof ApiError)) return { kind: 'failed' }
    // After a failure of the provider, the server sends the SMS again in the background.
    if (error.status === 429 || error.code === 'sms_unavailable') {
      return { kind: 'waiting', waitSeconds: error.retryAfterSeconds ?? waitFallbackSeconds }
    }
    return { kind: error.status < 500 ? 'refused' : 'failed' }
  }
}
