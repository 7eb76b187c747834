// Turns a right code into a session: the first success for a number makes its passport and brings
// the gifts that wait for it. A code works once, whoever races for it.
import { countTypedCode } from '#features/messages/limits/code-prefixes.ts'
import type { Attempt, SignInDetails } from '#features/sign-in/codes/attempt.ts'
import { knownDevice } from '#features/sign-in/codes/known-device.ts'
import type { SignedIn } from '#features/sign-in/sessions/open-sessions.ts'
import { type SignInProblem, signInTogether } from '#features/sign-in/sign-in-together.ts'
import { groupCallsOn } from '#platform/database/group-calls.ts'
import { failAt } from '#platform/fail-point.ts'
import type { Caller } from '#platform/http/limits/rate-limits.ts'
import { isProblem, problem } from '#values/problem.ts'
import { canonicalPhone } from '#values/text/canonical-phone.ts'
import type { Services } from './sign-in-services.ts'

/** Typed codes that share a transaction, and those that wait: the product works on 600 calls at once. */
const attemptsInGroupMax = 32
const attemptsWaitingMax = 1_000

type TypedAttempt = SignInDetails & {
  /** As they were typed. */
  readonly phone: string
  readonly code: string
  /** What the browser shows of having signed in before. */
  readonly device: string | undefined
}

/**
 * Problems: `invalid_code` (wrong, used, expired), `rate_limited`, `number_idle` (the code is right and
 * stays good: it comes again with `mine`).
 */
export async function verifyCode(
  services: Services,
  { phone: typedPhone, device, ...typed }: TypedAttempt,
  caller: Caller,
): Promise<SignedIn | SignInProblem> {
  const phone = canonicalPhone(typedPhone)
  if (phone === null) return problem('invalid_code')
  const use = { phone, purpose: 'sign_in', passportId: null } as const
  const number = services.numbers.hashOf(phone)
  const deviceId = knownDevice(services, device, phone, services.clock())
  const answer = await signInGrouped(services, { ...typed, use, number, caller, deviceId })
  // Of an idle number the code comes once more, and counts then.
  if (isProblem(answer)) return answer
  await countTypedCode(services, phone)
  failAt('sign-in.committed')
  return answer
}

/**
 * The codes of one moment share a transaction and its statements. No two of it concern one number, one
 * browser or one address whose attempts are counted: each is judged as if it were alone.
 */
const signInGrouped = groupCallsOn<Services, Attempt, SignedIn | SignInProblem>(
  async (services, attempts) => {
    const answers = await services.db.transaction((tx) => signInTogether(tx, services, attempts))
    if (!answers.every(isProblem)) services.wakeOutbox()
    return answers
  },
  {
    groupMax: attemptsInGroupMax,
    waitingMax: attemptsWaitingMax,
    keysOf: ({ number, deviceId, caller }) => [
      number,
      deviceId,
      caller.isExempt ? null : caller.address,
    ],
  },
)
