// Whether a typed code is the right one, for whatever it was sent. Each look takes one of its tries;
// what is wrong counts against the number, over all purposes.
import { invalidCode } from '#features/sign-in/contract.ts'
import { type CodeUse, isCodeOf } from '#features/sign-in/one-time-code.ts'
import { findTryWait, writeConsumed, writeFailure, writeTry } from '#features/sign-in/queries.ts'
import type { Services } from '#features/sign-in/services.ts'
import { verifyLimits } from '#features/sign-in/verify-limits.ts'
import type { Database, Transaction } from '#platform/database/database.ts'
import { type Caller, countLimits, holdLimits } from '#platform/http/rate-limits.ts'
import { type Problem, problem } from '#values/problem.ts'

/** A code that was found right and is still to be used up. */
export type RightCode = { readonly phone: string; readonly challenge: string }

/** Problems: `invalid_code` (wrong, used, expired, meant for something else), `rate_limited`. */
export async function checkCode(
  { db, keys, previousKeys }: Services,
  use: CodeUse,
  typedCode: string,
  caller: Caller,
): Promise<RightCode | Problem<'invalid_code' | 'rate_limited'>> {
  const { phone } = use
  const wait = await countVerify(db, caller)
  if (wait !== null) return problem('rate_limited', { text: invalidCode, retryAfterSeconds: wait })
  const challenge = await writeTry(db, phone)
  if (challenge === null) {
    const retryAfterSeconds = await findTryWait(db, phone)
    if (retryAfterSeconds === null) return problem('invalid_code')
    return problem('rate_limited', { text: invalidCode, retryAfterSeconds })
  }
  const peppers = [keys, previousKeys].flatMap((each) => each?.code ?? [])
  if (!isCodeOf(peppers, use, challenge, typedCode)) {
    await writeFailure(db, phone)
    return problem('invalid_code')
  }
  return { phone, challenge }
}

/** Uses a right code up with its effect; false where another call did before. */
export function consumeCode(tx: Transaction, { phone, challenge }: RightCode): Promise<boolean> {
  return writeConsumed(tx, phone, challenge)
}

/** Counts an attempt of an address; answers the seconds to wait where it has had too many. */
async function countVerify(db: Database, caller: Caller): Promise<number | null> {
  const limits = verifyLimits(caller)
  if (limits.length === 0) return null
  return db.transaction(async (tx) => {
    const wait = await holdLimits(tx, limits)
    if (wait === null) await countLimits(tx, limits)
    return wait
  })
}
