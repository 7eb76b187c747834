// Sends a one-time code to a phone. Known and unknown numbers are the same call with the same answer.
import { sendOne } from '#features/notifications/send-messages.ts'
import type { RequestOtpReply } from '#features/sign-in/contract.ts'
import { codeLifeSeconds, findChallengeWait, writeChallenge } from '#features/sign-in/queries.ts'
import type { Services } from '#server/services.ts'
import { canonicalPhone, isChargedNumber } from '#values/canonical-phone.ts'
import { type Problem, problem } from '#values/problem.ts'

/**
 * Answers once the code is on its way. Problems: `invalid_phone`, `too_many_codes` (with the
 * seconds to wait), `sms_unavailable` (it is tried again in the background).
 */
export async function requestCode(
  services: Services,
  typedPhone: string,
): Promise<RequestOtpReply | Problem<'invalid_phone' | 'too_many_codes' | 'sms_unavailable'>> {
  const { db, settings } = services
  const phone = canonicalPhone(typedPhone)
  if (phone === null || isChargedNumber(phone)) return problem('invalid_phone')
  const { allowedCallingCodes } = settings
  if (allowedCallingCodes?.every((code) => !phone.startsWith(`+${code}`))) {
    return problem('invalid_phone')
  }
  const challenge = await writeChallenge(db, phone)
  if (challenge === null) {
    const retryAfterSeconds = await findChallengeWait(db, phone)
    return problem('too_many_codes', { retryAfterSeconds })
  }
  const sent = await sendOne(services, {
    id: challenge.message_id,
    template: 'otp',
    subject: challenge.subject,
    recipient: phone,
    attempts: 1,
    is_too_late: false,
  })
  if (!sent) return problem('sms_unavailable', { retryAfterSeconds: challenge.resend_in_seconds })
  return {
    expires_in_seconds: codeLifeSeconds,
    resend_in_seconds: challenge.resend_in_seconds,
  }
}
