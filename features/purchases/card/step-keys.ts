// Makes the key of each card step of a purchase at the provider: the same step has the same key at every
// attempt.

export function authoriseStepKey(purchaseId: string): string {
  return `${purchaseId}:authorise`
}

/**
 * A refund that failed is tried again under the key of the next attempt. The key is in the refund's
 * metadata at the provider too.
 */
export function giveBackStepKey(purchaseId: string, attempt: number): string {
  return `${purchaseId}:give-back:${attempt}`
}
