// Whether a typed code is the right one, for whatever it was sent. Each look takes one of its tries;
// what is wrong counts against the number, over all purposes.
import { countTypedCode } from '#features/notifications/code-prefixes.ts'
import { invalidCode } from '#features/sign-in/contract.ts'
import { type CodeUse, isCodeOf } from '#features/sign-in/one-time-code.ts'
import {
  findChallenge,
  findTryWait,
  writeConsumed,
  writeFailure,
  writeTry,
} from '#features/sign-in/queries.ts'
import type { Services } from '#features/sign-in/services.ts'
import {
  deviceTries,
  missesOfHour,
  triesOfDay,
  verifyLimits,
} from '#features/sign-in/verify-limits.ts'
import type { Transaction } from '#platform/database/database.ts'
import {
  type Caller,
  countLimits,
  countOne,
  findFullLimit,
  holdLimits,
} from '#platform/http/rate-limits.ts'
import { isProblem, type Problem, problem } from '#values/problem.ts'

/** A code that was found right and is still to be used up. */
export type RightCode = {
  readonly phone: string
  /** What stands for the number where its limits are kept. */
  readonly number: string
  readonly challenge: string
}

/** Problems: `invalid_code` (wrong, used, expired, meant for something else), `rate_limited`. */
export async function checkCode(
  services: Services,
  use: CodeUse,
  typedCode: string,
  caller: Caller,
): Promise<RightCode | Problem<'invalid_code' | 'rate_limited'>> {
  const judged = await services.db.transaction((tx) =>
    judgeCode(tx, services, { use, typedCode, caller, deviceId: null }),
  )
  if (!isProblem(judged)) await countTypedCode(services, use.phone)
  return judged
}

type Typed = {
  readonly use: CodeUse
  readonly typedCode: string
  readonly caller: Caller
  /** That of a browser that signed in to the number before, or null. */
  readonly deviceId: string | null
}

/** The same, and what it counts, as a part of a transaction: what is refused has to be committed, too. */
export async function judgeCode(
  tx: Transaction,
  { keys, previousKeys, numbers }: Pick<Services, 'keys' | 'previousKeys' | 'numbers'>,
  { use, typedCode, caller, deviceId }: Typed,
): Promise<RightCode | Problem<'invalid_code' | 'rate_limited'>> {
  const { phone } = use
  const number = numbers.hashOf(phone)
  const [, wait] = await Promise.all([
    countOne(tx, triesOfDay(caller, number)),
    countVerify(tx, caller, number),
  ])
  if (wait !== null && deviceId === null) return tooOften(wait)
  const ofNumber = wait === null ? await writeTry(tx, number) : null
  const challenge =
    ofNumber ?? (deviceId === null ? null : await takeDeviceTry(tx, number, deviceId))
  if (challenge === null) return refusal(tx, caller, number)
  const peppers = [keys, previousKeys].flatMap((each) => each?.code ?? [])
  if (isCodeOf(peppers, use, challenge, typedCode)) return { phone, number, challenge }
  if (ofNumber !== null) await writeFailure(tx, number)
  await countOne(tx, missesOfHour(caller, number))
  return problem('invalid_code')
}

/** Uses a right code up with its effect; false where another call did before. */
export function consumeCode(tx: Transaction, { number, challenge }: RightCode): Promise<boolean> {
  return writeConsumed(tx, number, challenge)
}

function tooOften(retryAfterSeconds: number): Problem<'rate_limited'> {
  return problem('rate_limited', { text: invalidCode, retryAfterSeconds })
}

/**
 * Counts an attempt of an address; answers the seconds to wait where it has had too many, or got too
 * many wrong at this number.
 */
async function countVerify(
  tx: Transaction,
  caller: Caller,
  number: string,
): Promise<number | null> {
  const limits = verifyLimits(caller)
  if (limits.length === 0) return null
  const [wait, full] = await Promise.all([
    findFullLimit(tx, [missesOfHour(caller, number)]),
    holdLimits(tx, limits),
  ])
  if (wait === null && full === null) tx.withCommit(() => countLimits(tx, limits))
  return wait ?? full
}

/** The number's tries are used up, or it waits: the browser that signed in before has its own. */
async function takeDeviceTry(
  tx: Transaction,
  number: string,
  deviceId: string,
): Promise<string | null> {
  const limits = [deviceTries(deviceId)]
  if ((await holdLimits(tx, limits)) !== null) return null
  await countLimits(tx, limits)
  return findChallenge(tx, number)
}

/**
 * No try was left to take. That others used them up is nobody's business: only who tried more codes
 * than one has tries hears how long it lasts.
 */
async function refusal(
  tx: Transaction,
  caller: Caller,
  number: string,
): Promise<Problem<'invalid_code' | 'rate_limited'>> {
  const wait = await findTryWait(tx, number)
  const isOwnDoing = (await findFullLimit(tx, [triesOfDay(caller, number)])) !== null
  await countOne(tx, missesOfHour(caller, number))
  return wait !== null && isOwnDoing ? tooOften(wait) : problem('invalid_code')
}
