// Checks a code that confirms an export, a deletion or a change of phone number. The action consumes the code
// in its own transaction (`consumeCode`).
import { countTypedCode } from '#features/messages/limits/code-prefixes.ts'
import type { Services } from '#features/sign-in/sign-in-services.ts'
import type { Transaction } from '#platform/database/database.ts'
import { queueByKey } from '#platform/database/queue-by-key.ts'
import { ending } from '#platform/database/write.ts'
import type { Caller } from '#platform/http/limits/rate-limits.ts'
import { isProblem } from '#values/problem.ts'
import { attemptCountWrites, loadCodeFactsBatch } from './code-facts.ts'
import { type CorrectCode, validateCode, type WrongCode } from './judge-code.ts'
import type { CodeUse } from './make-code.ts'
import { writeConsumedBatch } from './try-queries.ts'

const callersMax = 1_000
const runInTurn = queueByKey(callersMax)

/**
 * Checks a typed code and counts the attempt. Problems: `invalid_code` (wrong, used, expired, for another
 * purpose), `rate_limited`.
 */
export async function checkCode(
  services: Services,
  use: CodeUse,
  code: string,
  caller: Caller,
): Promise<CorrectCode | WrongCode> {
  const number = services.numbers.hashOf(use.phone)
  const typed = { use, number, code, caller, deviceId: null }
  const answer = await runInTurn(services, [number], () =>
    services.db.transaction(async (tx) => {
      const [facts] = await loadCodeFactsBatch(tx, [typed])
      if (facts === undefined) throw new Error('a typed code was not loaded')
      const result = validateCode(services, typed, facts)
      return ending(result.answer, attemptCountWrites([result]))
    }),
  )
  if (!isProblem(answer)) await countTypedCode(services, use.phone)
  return answer
}

/** Consumes a correct code in the action's transaction. Returns false if another call has consumed it. */
export async function consumeCode(tx: Transaction, code: CorrectCode): Promise<boolean> {
  return (await writeConsumedBatch(tx, [code])).has(code.number)
}
