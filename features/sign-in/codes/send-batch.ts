// Takes the codes that one transaction sends, with array statements. A send counts in every limit or in
// none. The decision about each is in request-code.ts.
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

/** Holds the limits that codes share with all SMS. */
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

/** Queues the codes that their numbers' limits allow. Each code's caller sends it. */
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

/** Queues a code past the number's limits, in the known browser's own limit of sends. */
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
  return tooOften(await findChallengeWait(tx, number))
}

export function tooOften(retryAfterSeconds: number): Problem<'rate_limited'> {
  return problem('rate_limited', { text: unableToSend, retryAfterSeconds })
}
