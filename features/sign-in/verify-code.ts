// Turns a right code into a session. The first sign-in with a number makes its passport. A code works once
// under concurrency (docs/product.md#one-time-codes).
import { randomUUID } from 'node:crypto'
import { countTypedCode } from '#features/messages/limits/code-prefixes.ts'
import type { Attempt, SignInDetails } from '#features/sign-in/codes/attempt.ts'
import { validateCode } from '#features/sign-in/codes/judge-code.ts'
import { knownDevice } from '#features/sign-in/codes/known-device.ts'
import type { KnownPassport } from '#features/sign-in/sessions/idle-passport.ts'
import type { Opening, SignedIn } from '#features/sign-in/sessions/open-sessions-batch.ts'
import { batchedUseCase } from '#platform/database/batched-use-case.ts'
import type { Caller } from '#platform/http/limits/rate-limits.ts'
import { isProblem, type Problem, problem } from '#values/problem.ts'
import { canonicalPhone } from '#values/text/canonical-phone.ts'
import {
  loadSignInsBatch,
  type SignInDecision,
  type SignInFacts,
  type SignInProblem,
  writeSignInsBatch,
} from './sign-in-batch.ts'
import type { Services } from './sign-in-services.ts'

type TypedAttempt = SignInDetails & {
  /** As it was typed. */
  readonly phone: string
  readonly code: string
  /** The value of the browser's device cookie. */
  readonly device: string | undefined
}

/**
 * Problems: `invalid_code` (wrong, used, expired), `rate_limited`, `number_idle` (the code is right and
 * still works, with `mine`).
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
  const answer = await signIn(services, { ...typed, use, number, caller, deviceId })
  // After `number_idle` the browser repeats the code with `mine`, and it is counted then.
  if (isProblem(answer)) return answer
  services.wakeOutbox()
  await countTypedCode(services, phone)
  return answer
}

/** Concurrent sign-ins share a transaction; each is decided as if it were alone. */
const signIn = batchedUseCase({
  keysOf: ({ number, deviceId, caller }: Attempt) => [
    number,
    deviceId,
    caller.isExempt ? null : caller.address,
  ],
  loadBatch: loadSignInsBatch,
  decide: decideSignIn,
  writeBatch: writeSignInsBatch,
})

function decideSignIn(
  services: Services,
  attempt: Attempt,
  { code, known }: SignInFacts,
): SignInDecision {
  const result = validateCode(services, attempt, code)
  if (isProblem(result.answer)) return { result, outcome: result.answer }
  const passport = passportToOpen(attempt, known)
  if (isProblem(passport)) return { result, outcome: passport }
  const outcome = { attempt, right: result.answer, ...passport }
  // This sign-in ends the code, so its attempts need no count.
  return { result: { ...result, usesAttempt: false }, outcome }
}

/** Called with a right code only: no other caller learns whether the number's passport is idle. */
function passportToOpen(
  { mine = null }: Attempt,
  known: KnownPassport | null,
): Omit<Opening, 'attempt' | 'right'> | Problem<'number_idle'> {
  if (known?.isIdle && mine === null) return problem('number_idle')
  // A passport that is in use keeps its number.
  const isParked = known?.isIdle === true && mine === false
  if (known !== null && !isParked) {
    return { passportId: known.id, isNew: false, parkedId: null }
  }
  return { passportId: randomUUID(), isNew: true, parkedId: known?.id ?? null }
}
