// Sends a one-time code to a phone. Known and unknown numbers are the same call with the same answer.
import type { RequestOtpReply } from '#features/sign-in/contract.ts'
import { codeLifeSeconds, findChallengeWait, writeChallenge } from '#features/sign-in/queries.ts'
import type { Services } from '#server/services.ts'
import { canonicalPhone, isChargedNumber } from '#values/canonical-phone.ts'
import { type Problem, problem } from '#values/problem.ts'

/** Problems: `invalid_phone`, `too_many_codes` (with the seconds to wait). */
export async function requestCode(
  { db, settings, wakeOutbox }: Services,
  typedPhone: string,
): Promise<RequestOtpReply | Problem<'invalid_phone' | 'too_many_codes'>> {
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
  wakeOutbox()
  return {
    expires_in_seconds: codeLifeSeconds,
    resend_in_seconds: challenge.resend_in_seconds,
  }
}
