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
import type { Database, Transaction } from '#platform/database/database.ts'
import {
  type Caller,
  countLimits,
  countOne,
  findFullLimit,
  holdLimits,
} from '#platform/http/rate-limits.ts'
import { type Problem, problem } from '#values/problem.ts'

/** A code that was found right and is still to be used up. */
export type RightCode = {
  readonly phone: string
  /** What stands for the number where its limits are kept. */
  readonly number: string
  readonly challenge: string
}

/** Problems: `invalid_code` (wrong, used, expired, meant for something else), `rate_limited`. */
export async function checkCode(
  { db, keys, previousKeys, numbers }: Services,
  use: CodeUse,
  typedCode: string,
  caller: Caller,
  /** That of a browser that signed in to the number before, or null. */
  deviceId: string | null,
): Promise<RightCode | Problem<'invalid_code' | 'rate_limited'>> {
  const { phone } = use
  const number = numbers.hashOf(phone)
  await countOne(db, triesOfDay(caller, number))
  const wait = await countVerify(db, caller, number)
  if (wait !== null && deviceId === null) return tooOften(wait)
  const ofNumber = wait === null ? await writeTry(db, number) : null
  const challenge =
    ofNumber ?? (deviceId === null ? null : await takeDeviceTry(db, number, deviceId))
  if (challenge === null) return refusal(db, caller, number)
  const peppers = [keys, previousKeys].flatMap((each) => each?.code ?? [])
  if (!isCodeOf(peppers, use, challenge, typedCode)) {
    if (ofNumber !== null) await writeFailure(db, number)
    await countOne(db, missesOfHour(caller, number))
    return problem('invalid_code')
  }
  await countTypedCode(db, phone)
  return { phone, number, challenge }
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
async function countVerify(db: Database, caller: Caller, number: string): Promise<number | null> {
  const limits = verifyLimits(caller)
  if (limits.length === 0) return null
  return db.transaction(async (tx) => {
    const wait = await findFullLimit(tx, [missesOfHour(caller, number)])
    if (wait !== null) return wait
    const full = await holdLimits(tx, limits)
    if (full === null) await countLimits(tx, limits)
    return full
  })
}

/** The number's tries are used up, or it waits: the browser that signed in before has its own. */
function takeDeviceTry(db: Database, number: string, deviceId: string): Promise<string | null> {
  const limits = [deviceTries(deviceId)]
  return db.transaction(async (tx) => {
    if ((await holdLimits(tx, limits)) !== null) return null
    await countLimits(tx, limits)
    return findChallenge(tx, number)
  })
}

/**
 * No try was left to take. That others used them up is nobody's business: only who tried more codes
 * than one has tries hears how long it lasts.
 */
async function refusal(
  db: Database,
  caller: Caller,
  number: string,
): Promise<Problem<'invalid_code' | 'rate_limited'>> {
  const wait = await findTryWait(db, number)
  const isOwnDoing = (await findFullLimit(db, [triesOfDay(caller, number)])) !== null
  await countOne(db, missesOfHour(caller, number))
  return wait !== null && isOwnDoing ? tooOften(wait) : problem('invalid_code')
}
