// Sends a one-time code to a phone number, for a sign-in or to confirm an action. The response does not
// reveal whether the phone number has a passport.
import type { HeldSms, SmsRefusal } from '#features/messages/limits/hold-sms.ts'
import { isRefusedNumber, limitsOfCaller } from '#features/messages/limits/sms-limits.ts'
import { sendOne } from '#features/messages/send-messages.ts'
import type { SentCodeReply } from '#features/sign-in/sign-in-calls.ts'
import { countSignIn } from '#features/sign-in/sign-in-metrics.ts'
import type { Services } from '#features/sign-in/sign-in-services.ts'
import { batchedUseCase } from '#platform/database/batched-use-case.ts'
import { type Caller, findFullLimit } from '#platform/http/limits/rate-limits.ts'
import { codeTemplates } from '#values/lists/code-purposes.ts'
import { isProblem, type Problem, problem } from '#values/problem.ts'
import { canonicalPhone } from '#values/text/canonical-phone.ts'
import { codeLifeSeconds } from '#values/text/one-time-code.ts'
import { codeMessage } from './code-messages.ts'
import { knownDevice } from './known-device.ts'
import type { CodeUse } from './make-code.ts'
import {
  holdSendsBatch,
  rateLimited,
  type Send,
  type SendDecision,
  writeSendsBatch,
} from './send-batch.ts'

export type RequestProblem = 'invalid_phone' | 'rate_limited' | 'sms_unavailable'

/**
 * Sends the code and returns when the provider has accepted the SMS. The limits of a phone number count codes
 * of all purposes. Problems: `invalid_phone`, `rate_limited` (with the seconds to wait), `sms_unavailable`
 * (the outbox repeats the SMS after a temporary failure).
 */
export async function requestCode(
  services: Services,
  /** `phone` is the phone number as typed. */
  typed: CodeUse,
  caller: Caller,
  /** The value of the browser's device cookie. */
  device?: string,
): Promise<SentCodeReply | Problem<RequestProblem>> {
  const phone = canonicalPhone(typed.phone)
  if (phone === null || isRefusedNumber(phone, services.settings)) return problem('invalid_phone')
  const deviceId = knownDevice(services, device, phone, services.clock())
  if (deviceId === null) {
    // Refuses a flood of one address before the queue that it shares with other callers.
    const waitSeconds = await findFullLimit(services.db, limitsOfCaller(caller))
    if (waitSeconds !== null) return rateLimited(waitSeconds)
  }
  const number = services.numbers.hashOf(phone)
  const use = { ...typed, phone }
  const challenge = await queueCode(services, { use, number, caller, deviceId })
  if (isProblem(challenge)) return challenge
  if (typed.purpose === 'sign_in') countSignIn('requested')
  const message = {
    id: challenge.message_id,
    template: codeTemplates[typed.purpose],
    subject: challenge.subject,
    recipient: phone,
    attempts: 1,
    tried_since: null,
    is_too_late: false,
    is_counted: true,
    text: codeMessage(services, use, challenge),
  }
  const sent = await sendOne(services, message)
  if (!sent) return problem('sms_unavailable', { retryAfterSeconds: challenge.resend_in_seconds })
  return {
    expires_in_seconds: codeLifeSeconds,
    resend_in_seconds: challenge.resend_in_seconds,
  }
}

/**
 * Key of all sends that count for shared limits. A transaction has at most one of them, so that the next one
 * sees its counts.
 */
const sharedLimitsKey = 'limits of many numbers'

/** Queues a code. Concurrent calls share a transaction, but each is decided as if it were alone. */
const queueCode = batchedUseCase({
  keysOf: ({ number, deviceId, caller }: Send) => [
    number,
    deviceId,
    caller.isExempt ? null : sharedLimitsKey,
  ],
  loadBatch: holdSendsBatch,
  decide: decideSend,
  writeBatch: writeSendsBatch,
})

/** Decides by the limits of all SMS. `writeSendsBatch` checks the limits of the phone number. */
function decideSend(_services: Services, send: Send, held: HeldSms | SmsRefusal): SendDecision {
  switch (held.outcome) {
    case 'never':
      return { send, outcome: problem('invalid_phone') }
    case 'later':
      return { send, outcome: rateLimited(held.waitSeconds) }
    case 'held':
      return { send, outcome: held }
  }
}
