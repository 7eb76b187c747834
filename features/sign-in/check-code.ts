// Whether a typed code is the right one, for whatever it was sent. Each look takes one of its tries;
// what is wrong counts against the number, over all purposes.
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
export type RightCode = { readonly phone: string; readonly challenge: string }

/** Problems: `invalid_code` (wrong, used, expired, meant for something else), `rate_limited`. */
export async function checkCode(
  { db, keys, previousKeys }: Services,
  use: CodeUse,
  typedCode: string,
  caller: Caller,
  /** That of a browser that signed in to the number before, or null. */
  deviceId: string | null,
): Promise<RightCode | Problem<'invalid_code' | 'rate_limited'>> {
  const { phone } = use
  await countOne(db, triesOfDay(caller, phone))
  const wait = await countVerify(db, caller, phone)
  if (wait !== null && deviceId === null) return tooOften(wait)
  const ofNumber = wait === null ? await writeTry(db, phone) : null
  const challenge =
    ofNumber ?? (deviceId === null ? null : await takeDeviceTry(db, phone, deviceId))
  if (challenge === null) return refusal(db, caller, phone)
  const peppers = [keys, previousKeys].flatMap((each) => each?.code ?? [])
  if (!isCodeOf(peppers, use, challenge, typedCode)) {
    if (ofNumber !== null) await writeFailure(db, phone)
    await countOne(db, missesOfHour(caller, phone))
    return problem('invalid_code')
  }
  return { phone, challenge }
}

/** Uses a right code up with its effect; false where another call did before. */
export function consumeCode(tx: Transaction, { phone, challenge }: RightCode): Promise<boolean> {
  return writeConsumed(tx, phone, challenge)
}

function tooOften(retryAfterSeconds: number): Problem<'rate_limited'> {
  return problem('rate_limited', { text: invalidCode, retryAfterSeconds })
}

/**
 * Counts an attempt of an address; answers the seconds to wait where it has had too many, or got too
 * many wrong at this number.
 */
async function countVerify(db: Database, caller: Caller, phone: string): Promise<number | null> {
  const limits = verifyLimits(caller)
  if (limits.length === 0) return null
  return db.transaction(async (tx) => {
    const wait = await findFullLimit(tx, [missesOfHour(caller, phone)])
    if (wait !== null) return wait
    const full = await holdLimits(tx, limits)
    if (full === null) await countLimits(tx, limits)
    return full
  })
}

/** The number's tries are used up, or it waits: the browser that signed in before has its own. */
function takeDeviceTry(db: Database, phone: string, deviceId: string): Promise<string | null> {
  const limits = [deviceTries(deviceId)]
  return db.transaction(async (tx) => {
    if ((await holdLimits(tx, limits)) !== null) return null
    await countLimits(tx, limits)
    return findChallenge(tx, phone)
  })
}

/**
 * No try was left to take. That others used them up is nobody's business: only who tried more codes
 * than one has tries hears how long it lasts.
 */
async function refusal(
  db: Database,
  caller: Caller,
  phone: string,
): Promise<Problem<'invalid_code' | 'rate_limited'>> {
  const wait = await findTryWait(db, phone)
  const isOwnDoing = (await findFullLimit(db, [triesOfDay(caller, phone)])) !== null
  await countOne(db, missesOfHour(caller, phone))
  return wait !== null && isOwnDoing ? tooOften(wait) : problem('invalid_code')
}
