// Runs a signed call whose effect and answer are written in one transaction. It uses up the nonce, and
// returns the stored answer to a repeat under the same idempotency key (docs/product.md#retries). A
// refusal stores no key.
import type { Database, Transaction } from '#platform/database/database.ts'
import {
  claimKeys,
  type KeyClaim,
  type ScopedKey,
  type StoredAnswer,
  storeWrites,
} from '#platform/database/idempotency.ts'
import { inOrder } from '#platform/database/in-order.ts'
import { ending } from '#platform/database/write.ts'
import type { Answered } from '#values/call.ts'
import { isProblem, type Problem, problem } from '#values/problem.ts'
import { type Nonce, recordNonces } from './request-signature.ts'

export type OnceProblem = 'replayed' | 'key_reused' | 'in_progress'

/** The nonce and the idempotency key that identify a repeated call. */
export type SignedCall = { readonly nonce: Nonce; readonly key: ScopedKey | null }

/**
 * Runs `work` unless the nonce or the key was used before, and stores its answer under the key. If
 * `work` returns a problem, all of its effects must be rolled back.
 */
export function answerOnce<Answer extends Answered<number, unknown>, Code extends string>(
  db: Database,
  { nonce, key }: SignedCall,
  work: (tx: Transaction) => Promise<Answer | Problem<Code>>,
): Promise<Answer | StoredAnswer | Problem<Code | OnceProblem>> {
  return db.transaction(async (tx) => {
    const { fresh, claims } = await inOrder({
      fresh: recordNonces(tx, [nonce]),
      claims: claimKeys(tx, [key]),
    })
    const answerWithoutRun = fresh.size === 0 ? problem('replayed') : answerByKey(claims.get(key))
    if (answerWithoutRun !== null) return answerWithoutRun
    const answer = await work(tx)
    if (key === null || isProblem(answer)) return answer
    return ending(answer, storeWrites([{ kind: 'first', key, effectId: null, answer }]))
  })
}

/** Returns the answer that the state of the key requires, or null if the call must run. */
export function answerByKey(
  claim: KeyClaim | undefined,
): StoredAnswer | Problem<'key_reused' | 'in_progress'> | null {
  switch (claim?.claim) {
    case 'answered':
      return claim.answer
    case 'other_body':
      return problem('key_reused')
    case 'running':
    case 'resume':
      return problem('in_progress', { retryAfterSeconds: 1 })
    default:
      return null
  }
}
