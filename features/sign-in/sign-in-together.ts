// The sign-ins of one moment in one transaction: locks, then decisions one by one, then everything that
// follows from them (open-sessions.ts). It must not call a provider.
import { randomUUID } from 'node:crypto'
import { lockNumbers } from '#features/purchases/lock-people.ts'
import type { Attempt } from '#features/sign-in/attempt.ts'
import { findKnownPassports, type KnownPassport } from '#features/sign-in/idle-passport.ts'
import {
  judgeCodes,
  type RightCode,
  type TypedCode,
  type WrongCode,
} from '#features/sign-in/judge-codes.ts'
import { type Opening, openSessions, type SignedIn } from '#features/sign-in/open-sessions.ts'
import type { Services } from '#features/sign-in/services.ts'
import type { Transaction } from '#platform/database/database.ts'
import { isProblem, type Problem, problem } from '#values/problem.ts'

export type SignInProblem = WrongCode | Problem<'number_idle'>

/** Answers in the order of the attempts; `judgeCodes` says which of them may not be together. */
export async function signInTogether(
  tx: Transaction,
  services: Services,
  attempts: readonly Attempt[],
): Promise<(SignedIn | SignInProblem)[]> {
  const phones = attempts.map(({ phone }) => phone)
  // Numbers before codes, as whoever moves to a number or erases its passport locks them.
  const [, { answers, count }, known] = await Promise.all([
    lockNumbers(tx, phones),
    judgeCodes(tx, services, attempts.map(typedCodeOf)),
    findKnownPassports(tx, phones),
  ])
  const decided = attempts.map((attempt, index) =>
    decideSignIn(attempt, answers[index], known.get(attempt.phone)),
  )
  tx.withCommit(() => count((index) => !isProblem(decided[index] ?? {})))
  const openings = decided.flatMap((each) => (isProblem(each) ? [] : [each]))
  const signedIn = await openSessions(tx, services, openings)
  const signedInOf = new Map(openings.map((opening, index) => [opening, signedIn[index]]))
  return decided.map((each) => {
    const answer = isProblem(each) ? each : signedInOf.get(each)
    if (answer === undefined) throw new Error('a right code opened no session')
    return answer
  })
}

function typedCodeOf({ phone, number, code, caller, deviceId }: Attempt): TypedCode {
  return { use: { phone, purpose: 'sign_in', passportId: null }, number, code, caller, deviceId }
}

/** Only who typed the right code learns whether the number's passport is idle. */
function decideSignIn(
  attempt: Attempt,
  right: RightCode | WrongCode | undefined,
  known: KnownPassport | undefined,
): Opening | SignInProblem {
  if (right === undefined) throw new Error('a typed code was not judged')
  if (isProblem(right)) return right
  const isAsked = attempt.mine === undefined || attempt.mine === null
  if (known?.isIdle && isAsked) return problem('number_idle')
  // From a passport that is used nobody takes its number.
  const parkedId = known?.isIdle && attempt.mine === false ? known.id : null
  const passportId = parkedId === null ? known?.id : undefined
  const opening = { attempt, right, parkedId }
  return passportId === undefined
    ? { ...opening, passportId: randomUUID(), isNew: true }
    : { ...opening, passportId, isNew: false }
}
