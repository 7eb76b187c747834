// Cancels a pending purchase (cancelPin). One transaction releases the held kilograms and money. The
// card's authorisation is voided afterwards.
import { voidCard } from '#features/purchases/card/settle-card.ts'
import { expiryOf, prepareEnds } from '#features/purchases/end/end-purchases.ts'
import { statusField } from '#features/purchases/purchase-on-wire.ts'
import { lockOwnPurchases, type PurchaseRow } from '#features/purchases/purchase-queries.ts'
import type { Services } from '#features/purchases/purchase-services.ts'
import type { CancelReply } from '#features/purchases/purchases-calls.ts'
import { reversalStageOf } from '#features/purchases/states/reversal-state.ts'
import {
  cancelledWireState,
  expiredStageOf,
  openStepOf,
  wireStateOf,
} from '#features/purchases/states/state.ts'
import { claimKeys, type ScopedKey, storeWrites } from '#platform/database/idempotency.ts'
import { type Ending, ending } from '#platform/database/write.ts'
import { type Nonce, recordNonces } from '#platform/http/guard/request-signature.ts'
import { type Answered, answered } from '#values/call.ts'
import { isProblem, type Problem, problem } from '#values/problem.ts'

type CancelProblem =
  | 'key_reused'
  | 'replayed'
  | 'purchase_not_found'
  | 'purchase_completed'
  | 'purchase_failed'

/** The purchase's row before its cancellation, and the answer to the buyer. */
type Cancellation = { readonly row: PurchaseRow; readonly answer: Answered<200, CancelReply> }
type Outcome = Cancellation | Problem<CancelProblem>

/**
 * Cancels a pending purchase. Idempotent. Also succeeds for an expired purchase. Does not wait until the
 * card is voided. Problems: `replayed`, `key_reused`, `purchase_not_found`, `purchase_completed` (also
 * while the purchase completes), `purchase_failed`.
 */
export async function cancelPurchase(
  services: Services,
  buyerId: string,
  txId: string,
  nonce: Nonce,
  key: ScopedKey | null,
): Promise<Answered<200, CancelReply> | Problem<CancelProblem>> {
  const outcome = await services.db.transaction(async (tx): Promise<Outcome | Ending<Outcome>> => {
    const newNonces = await recordNonces(tx, [nonce])
    if (newNonces.size === 0) return problem('replayed')
    const claim = (await claimKeys(tx, [key])).get(key)
    if (claim?.claim === 'other_body') return problem('key_reused')
    const [row] = await lockOwnPurchases(tx, [{ txId, buyerId }])
    if (row === undefined) return problem('purchase_not_found')
    const refusal = refusalOf(row)
    if (refusal !== null) return refusal
    const endWrites = row.state === 'EXPIRED' ? [] : await prepareEnds(tx, [expiryOf(row)])
    const isRepeat = claim?.claim === 'answered'
    const answer = { ...answered(200, { status: cancelledWireState }), isRepeat }
    const answerWrites = storeWrites(key === null ? [] : [{ kind: 'answer', key, answer }])
    return ending({ row, answer }, [...endWrites, ...answerWrites])
  })
  if (isProblem(outcome)) return outcome
  const { row, answer } = outcome
  if (needsVoid(row)) {
    // The user does not wait for the provider. If the step fails, the reconciler repeats it.
    void voidCard(services, row)
  }
  return answer
}

/** Returns the reason why a purchase cannot be cancelled. Returns null for an open or expired purchase. */
function refusalOf(row: PurchaseRow): Problem<CancelProblem> | null {
  const { state } = row
  switch (state) {
    case 'COMPLETED':
    case 'COMPLETING': {
      const status = wireStateOf(state, false, reversalStageOf(row))
      return problem('purchase_completed', statusField(status))
    }
    case 'FAILED':
      return problem('purchase_failed', statusField('FAILED'))
    case 'HELD':
    case 'READY':
    case 'EXPIRED':
      return null
  }
}

/** Returns true if the provider may have an authorisation, which must be voided after the cancellation. */
function needsVoid(row: PurchaseRow): boolean {
  if (row.state === 'EXPIRED') return openStepOf(row) === 'void'
  return expiredStageOf(row) === 'EXPIRED VOIDING'
}
