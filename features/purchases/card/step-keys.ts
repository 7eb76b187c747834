// Returns the idempotency keys of card steps at the provider. All attempts of a step share its key.
import type { PurchaseRow } from '#features/purchases/purchase-queries.ts'
import { isCompleted } from '#features/purchases/states/state.ts'

export function authoriseStepKey(purchaseId: string): string {
  return `${purchaseId}:authorise`
}

export function voidStepKey(purchaseId: string): string {
  return `${purchaseId}:void`
}

export function captureStepKey(purchaseId: string): string {
  return `${purchaseId}:capture`
}

/**
 * Returns the key of a refund. Each attempt after a failed refund has its own key. The provider also stores
 * the key in the refund's metadata.
 */
export function refundStepKey(
  { id, state }: Pick<PurchaseRow, 'id' | 'state'>,
  attempt: number,
): string {
  if (isCompleted({ state })) return `${id}:give-back:${attempt}`
  // The keys of charges whose purchases did not complete have an older format.
  return attempt === 1 ? `${id}:refund` : `${id}:refund:after-${attempt - 1}`
}
