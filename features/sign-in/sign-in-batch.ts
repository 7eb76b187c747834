// Loads and writes concurrent sign-ins in one transaction, with array statements. verify-code.ts decides
// about each. Code here must not call a provider.
import { lockNumbers } from '#features/people/lock-people.ts'
import type { Attempt } from '#features/sign-in/codes/attempt.ts'
import { attemptCountWrites, loadCodeFactsBatch } from '#features/sign-in/codes/code-facts.ts'
import type { CodeFacts, CodeResult, WrongCode } from '#features/sign-in/codes/judge-code.ts'
import {
  findKnownPassportsBatch,
  type KnownPassport,
} from '#features/sign-in/sessions/idle-passport.ts'
import {
  type Opening,
  openSessionsBatch,
  type SignedIn,
} from '#features/sign-in/sessions/open-sessions-batch.ts'
import type { Transaction } from '#platform/database/database.ts'
import { inOrder } from '#platform/database/in-order.ts'
import { type Ending, ending } from '#platform/database/write.ts'
import { getOrThrow } from '#values/get-or-throw.ts'
import { isProblem, type Problem } from '#values/problem.ts'
import type { Services } from './sign-in-services.ts'

export type SignInProblem = WrongCode | Problem<'number_idle'>

export type SignInFacts = {
  readonly code: CodeFacts
  /** The phone number's passport, or null. */
  readonly passport: KnownPassport | null
}

export type SignInDecision = {
  readonly result: CodeResult
  readonly outcome: Opening | SignInProblem
}

export async function loadSignInsBatch(
  tx: Transaction,
  _services: Services,
  attempts: readonly Attempt[],
): Promise<SignInFacts[]> {
  const phones = attempts.map(({ use }) => use.phone)
  // To avoid deadlocks, phone numbers are locked before codes, as in a change of phone number and an erasure.
  const { codes, passports } = await inOrder({
    numbers: lockNumbers(tx, phones),
    codes: loadCodeFactsBatch(tx, attempts),
    passports: findKnownPassportsBatch(tx, phones),
  })
  return codes.map((code, index) => ({
    code,
    passport: passports.get(phones[index] ?? '') ?? null,
  }))
}

export async function writeSignInsBatch(
  tx: Transaction,
  services: Services,
  decisions: readonly SignInDecision[],
): Promise<Ending<(SignedIn | SignInProblem)[]>> {
  const openings = decisions.flatMap(({ outcome }) => (isProblem(outcome) ? [] : [outcome]))
  const { signedIn, writes } = await openSessionsBatch(tx, services, openings)
  const answers = decisions.map(({ outcome }) =>
    isProblem(outcome)
      ? outcome
      : getOrThrow(signedIn, outcome.number, 'a right code opened no session'),
  )
  const counted = attemptCountWrites(decisions.map(({ result }) => result))
  return ending(answers, [...counted, ...writes])
}
