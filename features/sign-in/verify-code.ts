// Opens a session for a correct code. The first sign-in with a phone number creates its passport. A code
// works only once, even for concurrent calls (docs/product.md#one-time-codes).
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
import { countSignIn } from './sign-in-metrics.ts'
import type { Services } from './sign-in-services.ts'

type TypedAttempt = SignInDetails & {
  /** The phone number as typed. */
  readonly phone: string
  readonly code: string
  /** The value of the browser's device cookie. */
  readonly device: string | undefined
}

/**
 * Signs in, counts the typed code and wakes the outbox. Problems: `invalid_code` (wrong, used, expired),
 * `rate_limited`, `number_idle` (the code is correct, and works again together with `mine`).
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
  // After `number_idle` the browser sends the code again with `mine`. Only that call counts it.
  if (isProblem(answer)) return answer
  countSignIn('verified')
  services.wakeOutbox()
  await countTypedCode(services, phone)
  return answer
}

/** Signs in. Concurrent calls share a transaction, but each is decided as if it were alone. */
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
  { code, passport: existing }: SignInFacts,
): SignInDecision {
  const result = validateCode(services, attempt, code)
  if (isProblem(result.answer)) return { result, outcome: result.answer }
  const passport = passportToOpen(attempt, existing)
  if (isProblem(passport)) return { result, outcome: passport }
  const { phone, number } = result.answer
  const outcome = { attempt, phone, number, code: result.answer, ...passport }
  // This sign-in consumes the code, so its attempts need no count.
  return { result: { ...result, usesAttempt: false }, outcome }
}

/**
 * Returns the passport to open: the existing one or, if the phone number has none or its idle one is not the
 * user's, a new one. Called only after a correct code, so that no other caller learns whether it is idle.
 */
function passportToOpen(
  { mine = null }: Attempt,
  existing: KnownPassport | null,
): Pick<Opening, 'passportId' | 'isNew' | 'parkedId'> | Problem<'number_idle'> {
  if (existing?.isIdle && mine === null) return problem('number_idle')
  // A passport that is in use keeps its phone number.
  const isParked = existing?.isIdle === true && mine === false
  if (existing !== null && !isParked) {
    return { passportId: existing.id, isNew: false, parkedId: null }
  }
  return { passportId: randomUUID(), isNew: true, parkedId: existing?.id ?? null }
}
