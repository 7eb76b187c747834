// Validates a typed code, given the facts of its locked rows. A typed code uses up one of the code's attempts
// or one of a known browser's own attempts (docs/product.md#limits-of-codes). Pure.
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

/** Facts for the validation of a typed code, read under the transaction's locks. */
export type CodeFacts = {
  /** The phone number's code, or null if none was ever sent. */
  readonly sent: LockedCode | null
  /** Seconds that the caller's address must wait, or null. */
  readonly addressWait: number | null
  /** True if the address made more attempts for this phone number today than a code allows. */
  readonly isAddressOverLimit: boolean
  /** True if the caller is a known browser that has an own attempt left. */
  readonly hasOwnAttempt: boolean
}

/** A correct code that is not consumed yet. */
export type CorrectCode = {
  readonly phone: string
  readonly number: string
  readonly challenge: string
}
export type WrongCode = Problem<'invalid_code' | 'rate_limited'>

/** The result of the validation, and the limits for which the attempt is counted. */
export type CodeResult = ReturnType<typeof validateCode>

/**
 * `countsForAddress`: true if it counts as an attempt of its address. `usesAttempt`: true if it uses up one
 * of the attempts of the phone number's code. `usesOwnAttempt`: true if it uses up one of the known
 * browser's own attempts. `isFailure`: true if it counts as a wrong code of its address and, with
 * `usesAttempt`, of the phone number.
 */
export function validateCode(
  { keys, previousKeys }: AcceptedKeys,
  typed: TypedCode,
  { sent, addressWait, isAddressOverLimit, hasOwnAttempt }: CodeFacts,
) {
  const { use, number, code, deviceId } = typed
  const usesAttempt = addressWait === null && sent?.hasAttempt === true
  const usesOwnAttempt = !usesAttempt && hasOwnAttempt
  const counts = { typed, countsForAddress: addressWait === null, usesAttempt, usesOwnAttempt }
  if (addressWait !== null && deviceId === null) {
    return { ...counts, answer: rateLimited(addressWait), isFailure: false }
  }
  if (sent === null || !(usesAttempt || (usesOwnAttempt && sent.isGood))) {
    // Only a caller above its own limit sees the wait. Otherwise the caller could learn that other addresses
    // used up the code's attempts.
    const wait = isAddressOverLimit ? (sent?.waitSeconds ?? null) : null
    const answer = wait === null ? problem('invalid_code') : rateLimited(wait)
    return { ...counts, answer, isFailure: true }
  }
  const { challenge } = sent
  const peppers = [keys, previousKeys].flatMap((each) => each?.code ?? [])
  const isCorrect = isCodeOf(peppers, use, challenge, code)
  const answer = isCorrect ? { phone: use.phone, number, challenge } : problem('invalid_code')
  return { ...counts, answer, isFailure: !isCorrect }
}

function rateLimited(retryAfterSeconds: number): WrongCode {
  return problem('rate_limited', { text: invalidCode, retryAfterSeconds })
}
