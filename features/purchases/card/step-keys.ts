// The keys that a purchase's card steps carry at the provider (contract 6): the same step has the
// same key however often it is tried.

export function authoriseStepKey(purchaseId: string): string {
  return `${purchaseId}:authorise`
}
