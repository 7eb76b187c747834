// Lists the reads that point up in the order of features: a statement, and a table whose owner is below it.
// The list only shrinks: move such a read to the table's owner or below it. A new one needs another design.

export const upwardReads: readonly string[] = [
  'delete-facts-of-purchase: purchases',
  'find-log-facts: retirements',
  'find-open-claims: purchases',
  'find-parts-to-replace: retired_places',
  'find-purchases-to-replace: retired_places',
  'insert-rewards: withheld_perks',
  'is-any-of-purchase-retired: retired_places',
  'ledger-check-rewards-earned: withheld_perks',
  'list-messages-of-person: purchases',
  'list-messages: purchases',
  'own-data-messages: purchases',
  'own-data-rewards: purchases',
  'queue-late-sms-to-forget: purchases',
  'queue-sms-to-forget: purchases',
  'replaced-places-of-batches: purchase_places',
  'wallet-transactions-of-passport: projects',
  'wallet-transactions-of-passport: purchase_reversals',
  'wallet-transactions-of-passport: purchase_wallet_parts',
  'wallet-transactions-of-passport: purchases',
]
