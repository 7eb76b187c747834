// The sign-ins of one moment in one transaction: locks, then decisions one by one, then everything that
// follows from them (open-sessions.ts). It must not call a provider.
import { randomUUID } from 'node:crypto'
import { lockNumbers } from '#features/people/lock-people.ts'
import type { Attempt } from '#features/sign-in/codes/attempt.ts'
import { judgeCodes, type RightCode, type WrongCode } from '#features/sign-in/codes/judge-codes.ts'
import { findKnownPassports, type KnownPassport } from '#features/sign-in/sessions/idle-passport.ts'
import {
  type Opening,
  openSessions,
  type SignedIn,
} from '#features/sign-in/sessions/open-sessions.ts'
import type { Transaction } from '#platform/database/database.ts'
import { inOrder } from '#platform/database/in-order.ts'
import { type Ending, ending } from '#platform/database/write.ts'
import { getOrThrow } from '#values/get-or-throw.ts'
import { isProblem, type Problem, problem } from '#values/problem.ts'
import type { Services } from './sign-in-services.ts'

export type SignInProblem = WrongCode | Problem<'number_idle'>

/** Answers in the order of the attempts; `judgeCodes` says which of them may not be together. */
export async function signInTogether(
  tx: Transaction,
  services: Services,
  attempts: readonly Attempt[],
): Promise<Ending<(SignedIn | SignInProblem)[]>> {
  const phones = attempts.map(({ use }) => use.phone)
  // Numbers before codes, as whoever moves to a number or erases its passport locks them.
  const { judged, known } = await inOrder({
    numbers: lockNumbers(tx, phones),
    judged: judgeCodes(tx, services, attempts),
    known: findKnownPassports(tx, phones),
  })
  const decided = attempts.map((attempt) =>
    decideSignIn(attempt, judged.answerOf(attempt.number), known.get(attempt.use.phone)),
  )
  const openings = decided.flatMap((each) => (isProblem(each) ? [] : [each]))
  const counted = judged.lookWrites(new Set(openings.map(({ attempt }) => attempt.number)))
  const { signedIn, writes } = await openSessions(tx, services, openings)
  const answers = decided.map((each) =>
    isProblem(each)
      ? each
      : getOrThrow(signedIn, each.attempt.number, 'a right code opened no session'),
  )
  return ending(answers, [...counted, ...writes], 'sign-in.written')
}

/** Only who typed the right code learns whether the number's passport is idle. */
function decideSignIn(
  attempt: Attempt,
  right: RightCode | WrongCode,
  known: KnownPassport | undefined,
): Opening | SignInProblem {
  if (isProblem(right)) return right
  const mine = attempt.mine ?? null
  if (known?.isIdle && mine === null) return problem('number_idle')
  // From a passport that is used nobody takes its number.
  const isParked = known?.isIdle === true && mine === false
  if (known !== undefined && !isParked) {
    return { attempt, right, passportId: known.id, isNew: false, parkedId: null }
  }
  return { attempt, right, passportId: randomUUID(), isNew: true, parkedId: known?.id ?? null }
}
