// Validates a typed code by the facts of its locked rows. It sends no statement. A typed code uses one of
// the code's attempts, or one of a known browser's own (docs/product.md#limits-of-codes).
import { invalidCode } from '#features/sign-in/sign-in-calls.ts'
import type { Caller } from '#platform/http/limits/rate-limits.ts'
import type { AcceptedKeys } from '#platform/keys.ts'
import { type Problem, problem } from '#values/problem.ts'
import { type CodeUse, isCodeOf } from './make-code.ts'
import type { LockedCode } from './try-queries.ts'

export type TypedCode = {
  readonly use: CodeUse
  /** The phone hash. */
  readonly number: string
  readonly code: string
  readonly caller: Caller
  /** The id of a known browser, or null. */
  readonly deviceId: string | null
}

/** The facts that decide about a typed code, under the locks of its transaction. */
export type CodeFacts = {
  /** The number's code, or null where none was ever sent. */
  readonly sent: LockedCode | null
  /** Seconds that the caller's address must wait, or null. */
  readonly addressWait: number | null
  /** Whether the address itself made more attempts for this number today than a code allows. */
  readonly isAddressOverLimit: boolean
  /** Whether the caller is a known browser with an attempt of its own left. */
  readonly hasOwnAttempt: boolean
}

/** A right code that is still to be used up. */
export type RightCode = {
  readonly phone: string
  readonly number: string
  readonly challenge: string
}
export type WrongCode = Problem<'invalid_code' | 'rate_limited'>

/** The answer, and the limits that the attempt counts in, whatever the answer. */
export type CodeResult = {
  readonly typed: TypedCode
  readonly answer: RightCode | WrongCode
  /** Whether it counts in the attempts of its address. */
  readonly countsForAddress: boolean
  /** Whether it uses one of the attempts of the number's code. */
  readonly usesAttempt: boolean
  /** Whether it uses one of the known browser's own attempts. */
  readonly usesOwnAttempt: boolean
  /** Whether it counts as a wrong code of its address and, with `usesAttempt`, of the number. */
  readonly isFailure: boolean
}

export function validateCode(
  { keys, previousKeys }: AcceptedKeys,
  typed: TypedCode,
  { sent, addressWait, isAddressOverLimit, hasOwnAttempt }: CodeFacts,
): CodeResult {
  const { use, number, code, deviceId } = typed
  const usesAttempt = addressWait === null && sent?.hasAttempt === true
  const usesOwnAttempt = !usesAttempt && hasOwnAttempt
  const counts = { typed, countsForAddress: addressWait === null, usesAttempt, usesOwnAttempt }
  if (addressWait !== null && deviceId === null) {
    return { ...counts, answer: tooOften(addressWait), isFailure: false }
  }
  if (sent === null || !(usesAttempt || (usesOwnAttempt && sent.isGood))) {
    // Shows the wait only to a caller with that many attempts, because other addresses may have used up
    // the code's attempts.
    const wait = isAddressOverLimit ? (sent?.waitSeconds ?? null) : null
    const answer = wait === null ? problem('invalid_code') : tooOften(wait)
    return { ...counts, answer, isFailure: true }
  }
  const { challenge } = sent
  const peppers = [keys, previousKeys].flatMap((each) => each?.code ?? [])
  const isRight = isCodeOf(peppers, use, challenge, code)
  const answer = isRight ? { phone: use.phone, number, challenge } : problem('invalid_code')
  return { ...counts, answer, isFailure: !isRight }
}

function tooOften(retryAfterSeconds: number): WrongCode {
  return problem('rate_limited', { text: invalidCode, retryAfterSeconds })
}
