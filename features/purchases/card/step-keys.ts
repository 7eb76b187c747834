// Makes the key of each card step of a purchase at the provider: the same step has the same key at every
// attempt.
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
 * A refund that failed is tried again under the key of the next attempt. The key is in the refund's
 * metadata at the provider too.
 */
export function giveBackStepKey(
  { id, state }: Pick<PurchaseRow, 'id' | 'state'>,
  attempt: number,
): string {
  if (isCompleted({ state })) return `${id}:give-back:${attempt}`
  // The charge of a purchase that ended: its keys are those that its refunds have always had.
  return attempt === 1 ? `${id}:refund` : `${id}:refund:after-${attempt - 1}`
}
