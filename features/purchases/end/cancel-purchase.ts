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
type Cancelled = { readonly row: PurchaseRow; readonly answer: Answered<200, CancelReply> }
type Outcome = Cancelled | Problem<CancelProblem>

/**
 * Cancels a pending purchase. Idempotent; succeeds for an expired purchase too. Problems: `replayed`,
 * `key_reused`, `purchase_not_found`, `purchase_completed` (also while it completes),
 * `purchase_failed`.
 */
export async function cancelPurchase(
  services: Services,
  buyerId: string,
  txId: string,
  nonce: Nonce,
  key: ScopedKey | null,
): Promise<Answered<200, CancelReply> | Problem<CancelProblem>> {
  const cancelled = await services.db.transaction(
    async (tx): Promise<Outcome | Ending<Outcome>> => {
      const fresh = await recordNonces(tx, [nonce])
      if (fresh.size === 0) return problem('replayed')
      const claim = (await claimKeys(tx, [key])).get(key)
      if (claim?.claim === 'other_body') return problem('key_reused')
      const [row] = await lockOwnPurchases(tx, [{ txId, buyerId }])
      if (row === undefined) return problem('purchase_not_found')
      const refusal = refusalOf(row)
      if (refusal !== null) return refusal
      const ended = row.state === 'EXPIRED' ? [] : await prepareEnds(tx, [expiryOf(row)])
      const isRepeat = claim?.claim === 'answered'
      const answer = { ...answered(200, { status: cancelledWireState }), isRepeat }
      const stored = storeWrites(key === null ? [] : [{ kind: 'answer', key, answer }])
      return ending({ row, answer }, [...ended, ...stored])
    },
  )
  if (isProblem(cancelled)) return cancelled
  const { row, answer } = cancelled
  if (needsVoid(row)) {
    // The user does not wait for the provider. If the step fails, the reconciler repeats it.
    void voidCard(services, row)
  }
  return answer
}

/** Returns the reason why a purchase cannot be cancelled. Null if it can be, or has expired already. */
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

/** Returns true if the provider may hold an authorisation that must be voided after the end. */
function needsVoid(row: PurchaseRow): boolean {
  if (row.state === 'EXPIRED') return openStepOf(row) === 'void'
  return expiredStageOf(row) === 'EXPIRED VOIDING'
}
