// Makes the provider's idempotency key of each card step. Every attempt of a step has the same key.
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
 * Returns the key of a refund. A failed refund gets the key of the next attempt. The provider keeps
 * the key in the refund's metadata too.
 */
export function giveBackStepKey(
  { id, state }: Pick<PurchaseRow, 'id' | 'state'>,
  attempt: number,
): string {
  if (isCompleted({ state })) return `${id}:give-back:${attempt}`
  // Refunds of an ended purchase's charge keep this older form of key.
  return attempt === 1 ? `${id}:refund` : `${id}:refund:after-${attempt - 1}`
}
