// The keys that a purchase's card steps carry at the provider (contract 6): the same step has the
// same key however often it is tried.

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
