// Whether a typed code is the right one, for whatever it was sent.
import { countTypedCode } from '#features/messages/code-prefixes.ts'
import { judgeCodes, type RightCode, type WrongCode } from '#features/sign-in/judge-codes.ts'
import type { CodeUse } from '#features/sign-in/one-time-code.ts'
import type { Services } from '#features/sign-in/services.ts'
import { writeConsumed } from '#features/sign-in/try-queries.ts'
import type { Transaction } from '#platform/database/database.ts'
import { ending } from '#platform/database/write.ts'
import type { Caller } from '#platform/http/rate-limits.ts'
import { isProblem } from '#values/problem.ts'

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
