// Whether a typed code is the right one, for whatever it was sent.
import { countTypedCode } from '#features/messages/limits/code-prefixes.ts'
import type { Services } from '#features/sign-in/sign-in-services.ts'
import type { Transaction } from '#platform/database/database.ts'
import { ending } from '#platform/database/write.ts'
import type { Caller } from '#platform/http/limits/rate-limits.ts'
import { isProblem } from '#values/problem.ts'
import { judgeCodes, type RightCode, type WrongCode } from './judge-codes.ts'
import type { CodeUse } from './one-time-code.ts'
import { writeConsumed } from './try-queries.ts'

/** Problems: `invalid_code` (wrong, used, expired, meant for something else), `rate_limited`. */
export async function checkCode(
  services: Services,
  use: CodeUse,
  code: string,
  caller: Caller,
): Promise<RightCode | WrongCode> {
  const number = services.numbers.hashOf(use.phone)
  const answer = await services.db.transaction(async (tx) => {
    const typed = { use, number, code, caller, deviceId: null }
    const { answerOf, lookWrites } = await judgeCodes(tx, services, [typed])
    return ending(answerOf(number), lookWrites())
  })
  if (!isProblem(answer)) await countTypedCode(services, use.phone)
  return answer
}

/** Uses a right code up with its effect; false where another call did before. */
export async function consumeCode(tx: Transaction, right: RightCode): Promise<boolean> {
  return (await writeConsumed(tx, [right])).has(right.number)
}
