// Sends a one-time code to a phone. Known and unknown numbers are the same call with the same answer.
import { sendOne } from '#features/notifications/send-messages.ts'
import { type RequestOtpReply, unableToSend } from '#features/sign-in/contract.ts'
import { type Challenge, findChallengeWait, writeChallenge } from '#features/sign-in/queries.ts'
import { rings, sendLimits } from '#features/sign-in/send-limits.ts'
import { inTurn } from '#server/gather.ts'
import { type Caller, countLimits, holdLimits, type RateLimit } from '#server/rate-limits.ts'
import type { Services } from '#server/services.ts'
import { canonicalPhone, isChargedNumber } from '#values/canonical-phone.ts'
import { codeLifeSeconds } from '#values/one-time-code.ts'
import { isProblem, type Problem, problem } from '#values/problem.ts'

/** As many as the hourly budget lets through; beyond them the product is being flooded. */
const sendsWaitingMax = 500

type RequestProblem = 'invalid_phone' | 'rate_limited' | 'sms_unavailable'

/**
 * Answers once the code is on its way. Problems: `invalid_phone`, `rate_limited` (with the
 * seconds to wait), `sms_unavailable` (it is tried again in the background).
 */
export async function requestCode(
  services: Services,
  typedPhone: string,
  caller: Caller,
): Promise<RequestOtpReply | Problem<RequestProblem>> {
  const phone = canonicalPhone(typedPhone)
  if (phone === null || isChargedNumber(phone)) return problem('invalid_phone')
  const { allowedCallingCodes } = services.settings
  if (allowedCallingCodes?.every((code) => !phone.startsWith(`+${code}`))) {
    return problem('invalid_phone')
  }
  const limits = sendLimits(caller, phone)
  const send = { services, phone, limits }
  const challenge = await (limits.length === 0 ? takeSend(send) : takeSendInTurn(send))
  if (isProblem(challenge)) return challenge
  const sent = await sendOne(services, {
    id: challenge.message_id,
    template: 'otp',
    subject: challenge.subject,
    recipient: phone,
    attempts: 1,
    tried_since: null,
    is_too_late: false,
  })
  if (!sent) return problem('sms_unavailable', { retryAfterSeconds: challenge.resend_in_seconds })
  return {
    expires_in_seconds: codeLifeSeconds,
    resend_in_seconds: challenge.resend_in_seconds,
  }
}

type Send = {
  readonly services: Services
  readonly phone: string
  readonly limits: readonly RateLimit[]
}

/** Counts a send in every limit, or in none: what is refused uses nothing up. */
function takeSend({
  services: { db, log },
  phone,
  limits,
}: Send): Promise<Challenge | Problem<'rate_limited'>> {
  return db.transaction(async (tx) => {
    const wait = await holdLimits(tx, limits)
    if (wait !== null)
      return problem('rate_limited', { text: unableToSend, retryAfterSeconds: wait })
    const challenge = await writeChallenge(tx, phone)
    if (challenge === null) {
      const retryAfterSeconds = await findChallengeWait(tx, phone)
      return problem('rate_limited', { text: unableToSend, retryAfterSeconds })
    }
    if (rings(await countLimits(tx, limits))) log.warn('half of the SMS budget is used')
    return challenge
  })
}

/** Sends that count in the same budgets wait here, where waiting takes nobody's connection. */
const takeSendInTurn = inTurn(takeSend, sendsWaitingMax)
