// Cancels a pending purchase (cancelPin). Everything held is released in one transaction; the card
// is released after it.
import { voidCard } from '#features/purchases/card/settle-card.ts'
import { lapseOf, prepareEnds } from '#features/purchases/end/end-purchases.ts'
import { statusField } from '#features/purchases/purchase-on-wire.ts'
import { lockOwnPurchases, type PurchaseRow } from '#features/purchases/purchase-queries.ts'
import type { Services } from '#features/purchases/purchase-services.ts'
import type { CancelReply } from '#features/purchases/purchases-calls.ts'
import { reversalStageOf } from '#features/purchases/states/reversal-state.ts'
import {
  cancelledWireState,
  lapsedStageOf,
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

/** The purchase as it was before, and the answer to its buyer. */
type Cancelled = { readonly row: PurchaseRow; readonly answer: Answered<200, CancelReply> }
type Outcome = Cancelled | Problem<CancelProblem>

/**
 * Releases a pending purchase. Idempotent. Returns 200 with its status. Problems: `replayed`,
 * `key_reused`, `purchase_not_found`, `purchase_completed` (also while completing),
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
      const ended = row.state === 'EXPIRED' ? [] : await prepareEnds(tx, [lapseOf(row)])
      const isRepeat = claim?.claim === 'answered'
      const answer = { ...answered(200, { status: cancelledWireState }), isRepeat }
      const stored = storeWrites(key === null ? [] : [{ kind: 'answer', key, answer }])
      return ending({ row, answer }, [...ended, ...stored])
    },
  )
  if (isProblem(cancelled)) return cancelled
  const { row, answer } = cancelled
  if (leavesCard(row)) {
    // Not awaited: the user need not wait for the provider, and the reconciler repeats the step.
    void voidCard(services, row)
  }
  return answer
}

/** Returns why a purchase cannot be cancelled, or null where it can be or already is. */
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

/** Whether the provider still holds an authorisation after the purchase's end. */
function leavesCard(row: PurchaseRow): boolean {
  if (row.state === 'EXPIRED') return openStepOf(row) === 'void'
  return lapsedStageOf(row) === 'EXPIRED VOIDING'
}
