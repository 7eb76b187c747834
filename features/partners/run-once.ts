// A partner's call has its effect once, however often it arrives: nonce, idempotency key and effect
// are one transaction, and a refused call leaves only its nonce.
import type { EntryReply } from '#features/partners/contract.ts'
import type { Database, Db } from '#server/database.ts'
import type { KnownProblem } from '#server/errors.ts'
import {
  claimKeys,
  dropKeys,
  type ScopedKey,
  type StoredAnswer,
  tieKeys,
} from '#server/idempotency.ts'
import { type Nonce, recordNonces } from '#server/request-signature.ts'
import { isProblem, problem } from '#values/problem.ts'

/** Problems: those of `effect`, `replayed`, `key_reused`, `in_progress`. */
export async function runOnce(
  db: Database,
  { nonce, key }: { readonly nonce: Nonce; readonly key: ScopedKey },
  effect: (tx: Db) => Promise<EntryReply | KnownProblem>,
): Promise<StoredAnswer | KnownProblem> {
  return db.transaction(async (tx): Promise<StoredAnswer | KnownProblem> => {
    const fresh = await recordNonces(tx, [nonce])
    if (fresh.size === 0) return problem('replayed')
    const [claim] = await claimKeys(tx, [key])
    if (claim?.claim === 'answered') return claim.answer
    if (claim?.claim === 'other_body') return problem('key_reused')
    if (claim?.claim !== 'new') return problem('in_progress', { retryAfterSeconds: 1 })
    const done = await effect(tx)
    if (isProblem(done)) {
      await dropKeys(tx, [key])
      return done
    }
    const answer = { status: 201, body: done }
    await tieKeys(tx, [{ key, purchaseId: null, answer }])
    return answer
  })
}
