// Requests a code and returns the outcome. It must not reveal more than the server, which answers
// alike for known and unknown numbers.

import { isUnreached } from '#features/people/web/session/session.ts'
import { ApiError } from '#web/api/api.ts'
import { ask } from '#web/api/ask.ts'
import { requestCode } from '../sign-in-calls.ts'
import type { SendAnswer } from './sent-code.ts'

/**
 * `waiting`: no code was sent now, but an earlier one, or one on its way, may be valid. `refused`: the
 * number gets no code. `unreached`: no network. `failed`: the server or a proxy in front of it is out
 * of order.
 */
export type SendOutcome =
  | ({ readonly kind: 'sent' } & SendAnswer)
  | { readonly kind: 'waiting'; readonly waitSeconds: number }
  | { readonly kind: 'refused' }
  | { readonly kind: 'unreached' }
  | { readonly kind: 'failed' }

/** Seconds before another code where the server named none. */
const waitFallbackSeconds = 30

export async function sendCode(phone: string): Promise<SendOutcome> {
  try {
    const answer = await ask(requestCode, { body: { phone } })
    const { expires_in_seconds: expiresInSeconds, resend_in_seconds: resendInSeconds } = answer
    return { kind: 'sent', expiresInSeconds, resendInSeconds }
  } catch (error) {
    if (isUnreached(error)) return { kind: 'unreached' }
    // A network's own sign-in page also answers 200, and has sent no code.
    if (!(error instanceof ApiError)) return { kind: 'failed' }
    // After a provider's failure the message is sent again in the background.
    if (error.status === 429 || error.code === 'sms_unavailable') {
      return { kind: 'waiting', waitSeconds: error.retryAfterSeconds ?? waitFallbackSeconds }
    }
    return { kind: error.status < 500 ? 'refused' : 'failed' }
  }
}
