// Asks for a code and says how it went, so that every sentence about it can be true. It must never
// tell more than the server does: that answers alike for known and unknown numbers.

import { requestOtpShape } from '#features/people/web/answer-shapes.ts'
import { isUnreached } from '#features/people/web/session/session.ts'
import { ApiError, sendJson } from '#web/api/api.ts'
import type { SendAnswer } from './sent-code.ts'

/**
 * `waiting`: none was sent now, but one sent before, or still on its way, may work. `refused`: not to
 * this number. `unreached`: no network. `failed`: the server or something before it is out of order.
 */
export type SendOutcome =
  | ({ readonly kind: 'sent' } & SendAnswer)
  | { readonly kind: 'waiting'; readonly waitSeconds: number }
  | { readonly kind: 'refused' }
  | { readonly kind: 'unreached' }
  | { readonly kind: 'failed' }

/** Seconds to wait before another code where the server gave none. */
const waitFallbackSeconds = 30

export async function sendCode(phone: string): Promise<SendOutcome> {
  try {
    const answer = await sendJson('POST', '/api/auth/request-otp', requestOtpShape, { phone })
    const { expires_in_seconds: expiresInSeconds, resend_in_seconds: resendInSeconds } = answer
    return { kind: 'sent', expiresInSeconds, resendInSeconds }
  } catch (error) {
    if (isUnreached(error)) return { kind: 'unreached' }
    // A sign-in page of a network answers 200 as well, and has sent nothing.
    if (!(error instanceof ApiError)) return { kind: 'failed' }
    // The message is tried again in the background where the provider failed.
    if (error.status === 429 || error.code === 'sms_unavailable') {
      return { kind: 'waiting', waitSeconds: error.retryAfterSeconds ?? waitFallbackSeconds }
    }
    return { kind: error.status < 500 ? 'refused' : 'failed' }
  }
}
