// Sends a one-time code to a phone, for signing in or for what only its holder may do. Known and
// unknown numbers are the same call with the same answer.
import { type HeldSms, holdSms } from '#features/messages/limits/permit-sms.ts'
import { isRefusedNumber } from '#features/messages/limits/sms-limits.ts'
import { sendOne } from '#features/messages/send-messages.ts'
import { type RequestOtpReply, unableToSend } from '#features/people/contract.ts'
import type { Services } from '#features/sign-in/sign-in-services.ts'
import type { Transaction } from '#platform/database/database.ts'
import { groupCallsOn } from '#platform/database/group-calls.ts'
import { type Ending, ending } from '#platform/database/write.ts'
import { type Caller, countLimits, holdLimits } from '#platform/http/limits/rate-limits.ts'
import { codeTemplates } from '#values/lists/code-purposes.ts'
import { isProblem, type Problem, problem } from '#values/problem.ts'
import { canonicalPhone } from '#values/text/canonical-phone.ts'
import { codeLifeSeconds } from '#values/text/one-time-code.ts'
import {
  type AskedCode,
  type Challenge,
  findChallengeWait,
  writeChallenges,
  writeDeviceChallenge,
} from './challenge-queries.ts'
import { codeMessage } from './code-messages.ts'
import { knownDevice } from './known-device.ts'
import type { CodeUse } from './one-time-code.ts'
import { deviceSends } from './verify-limits.ts'

/** Sends that share a transaction, and sends that wait: beyond them the product is being flooded. */
const sendsInGroupMax = 32
const sendsWaitingMax = 1_000

export type RequestProblem = 'invalid_phone' | 'rate_limited' | 'sms_unavailable'

/**
 * Answers once the code is on its way. The limits are the number's own, whatever its codes are for.
 * Problems: `invalid_phone`, `rate_limited` (with the seconds to wait), `sms_unavailable` (it is tried
 * again in the background).
 */
export async function requestCode(
  services: Services,
  /** Its phone is as it was typed. */
  typed: CodeUse,
  caller: Caller,
  /** What the browser shows of having signed in before. */
  device?: string,
): Promise<RequestOtpReply | Problem<RequestProblem>> {
  const phone = canonicalPhone(typed.phone)
  if (phone === null || isRefusedNumber(phone, services.settings)) return problem('invalid_phone')
  const deviceId = knownDevice(services, device, phone, services.clock())
  const number = services.numbers.hashOf(phone)
  const use = { ...typed, phone }
  const send = { use, number, caller, deviceId }
  const challenge = await takeSend(services, send)
  if (isProblem(challenge)) return challenge
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

type Send = AskedCode & {
  readonly caller: Caller
  /** The browser's, where it signed in to the number before. */
  readonly deviceId: string | null
}
type Refusal = Problem<'rate_limited' | 'invalid_phone'>
type Taken = Challenge | Refusal

/** A transaction has one send that counts in limits of many numbers: a place it leaves goes to the next. */
const sharedLimitsKey = 'limits of many numbers'

/** Counts a send in every limit, or in none: what is refused uses nothing up. */
const takeSend = groupCallsOn<Services, Send, Taken>(
  (services, sends) => services.db.transaction((tx) => takeTogether(tx, services, sends)),
  {
    groupMax: sendsInGroupMax,
    waitingMax: sendsWaitingMax,
    keysOf: ({ number, deviceId, caller }) => [
      number,
      deviceId,
      caller.isExempt ? null : sharedLimitsKey,
    ],
  },
)

async function takeTogether(
  tx: Transaction,
  services: Services,
  sends: readonly Send[],
): Promise<Ending<Taken[]>> {
  const codes = sends.map(({ use, caller, deviceId }) => ({
    to: use.phone,
    template: codeTemplates[use.purpose],
    caller,
    isKnownBrowser: deviceId !== null,
    causedBy: null,
  }))
  const held = await holdSms(tx, services, codes)
  const refused = held.decisions.map(refusalOf)
  const challenges = await writeChallenges(
    tx,
    sends.filter((_, index) => refused[index] === null),
  )
  const taken = await Promise.all(
    sends.map(
      (send, index) => refused[index] ?? challenges.get(send.number) ?? takeByDevice(tx, send),
    ),
  )
  return ending(
    taken,
    held.countWrites((index) => !isProblem(taken[index] ?? {})),
  )
}

/** Why the limits of all SMS let a code not leave, or null where they do. */
function refusalOf(decision: HeldSms['decisions'][number]): Refusal | null {
  switch (decision.outcome) {
    case 'never':
      return problem('invalid_phone')
    case 'later':
      return tooOften(decision.waitSeconds)
    case 'held':
      return null
  }
}

/** The number's sends are used up, or it waits: the browser that signed in before has its own. */
async function takeByDevice(tx: Transaction, send: Send): Promise<Taken> {
  const { number, deviceId } = send
  const ofDevice = deviceId === null ? null : await takeDeviceSend(tx, send, deviceId)
  return ofDevice ?? tooOften(await findChallengeWait(tx, number))
}

async function takeDeviceSend(
  tx: Transaction,
  send: Send,
  deviceId: string,
): Promise<Challenge | null> {
  const limits = [deviceSends(deviceId)]
  if ((await holdLimits(tx, limits)) !== null) return null
  const challenge = await writeDeviceChallenge(tx, send)
  if (challenge !== null) await countLimits(tx, limits)
  return challenge
}

function tooOften(retryAfterSeconds: number): Problem<'rate_limited'> {
  return problem('rate_limited', { text: unableToSend, retryAfterSeconds })
}
