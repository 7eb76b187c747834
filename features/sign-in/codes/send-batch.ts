// Reads limits and queues codes for concurrent sends in one transaction, with array statements. A send counts
// for all its limits or for none. request-code.ts decides about each send.
import {
  type HeldSms,
  heldSmsWrites,
  holdSmsBatch,
  type SmsRefusal,
} from '#features/messages/limits/hold-sms.ts'
import { unableToSend } from '#features/sign-in/sign-in-calls.ts'
import type { Services } from '#features/sign-in/sign-in-services.ts'
import type { Transaction } from '#platform/database/database.ts'
import { type Ending, ending } from '#platform/database/write.ts'
import { type Caller, countLimits, holdLimits } from '#platform/http/limits/rate-limits.ts'
import { codeTemplates } from '#values/lists/code-purposes.ts'
import { isProblem, type Problem, problem } from '#values/problem.ts'
import {
  type Challenge,
  findChallengeWait,
  type RequestedCode,
  writeChallengesBatch,
  writeDeviceChallenge,
} from './challenge-queries.ts'
import { sendsOfBrowser } from './code-limits.ts'

export type Send = RequestedCode & {
  readonly caller: Caller
  /** The id of a known browser, or null. */
  readonly deviceId: string | null
}
export type SendRefusal = Problem<'rate_limited' | 'invalid_phone'>
export type SendDecision = { readonly send: Send; readonly outcome: HeldSms | SendRefusal }

/** Locks and checks the limits that codes share with all SMS. */
export function holdSendsBatch(
  tx: Transaction,
  services: Services,
  sends: readonly Send[],
): Promise<(HeldSms | SmsRefusal)[]> {
  const codes = sends.map(({ use, caller, deviceId }) => ({
    to: use.phone,
    template: codeTemplates[use.purpose],
    caller,
    isKnownBrowser: deviceId !== null,
    causedBy: null,
  }))
  return holdSmsBatch(tx, services, codes)
}

/** Queues the codes that the limits of their phone numbers allow. The callers send them. */
export async function writeSendsBatch(
  tx: Transaction,
  services: Services,
  decisions: readonly SendDecision[],
): Promise<Ending<(Challenge | SendRefusal)[]>> {
  const allowed = decisions.flatMap(({ send, outcome }) => (isProblem(outcome) ? [] : [send]))
  const challenges = await writeChallengesBatch(tx, allowed)
  const sends = await Promise.all(
    decisions.map(async ({ send, outcome }) => {
      if (isProblem(outcome)) return { answer: outcome, counted: [] }
      const answer = challenges.get(send.number) ?? (await queueForBrowser(tx, send))
      return { answer, counted: isProblem(answer) ? [] : [outcome] }
    }),
  )
  return ending(
    sends.map(({ answer }) => answer),
    heldSmsWrites(
      services,
      sends.flatMap(({ counted }) => counted),
    ),
  )
}

/** Queues a code above the phone number's limits, if the known browser's own limit of sends allows it. */
async function queueForBrowser(tx: Transaction, send: Send): Promise<Challenge | SendRefusal> {
  const { number, deviceId } = send
  if (deviceId !== null) {
    const limits = [sendsOfBrowser(deviceId)]
    const isFull = (await holdLimits(tx, limits)) !== null
    const challenge = isFull ? null : await writeDeviceChallenge(tx, send)
    if (challenge !== null) {
      await countLimits(tx, limits)
      return challenge
    }
  }
  return rateLimited(await findChallengeWait(tx, number))
}

export function rateLimited(retryAfterSeconds: number): Problem<'rate_limited'> {
  return problem('rate_limited', { text: unableToSend, retryAfterSeconds })
}
