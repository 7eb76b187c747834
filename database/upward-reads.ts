// Lists the statements that read a table of a feature further down in server/feature-order.ts. A test allows
// no others. Remove an entry by moving the statement to the table's owner, or to a feature below the owner.

export const upwardReads: readonly string[] = [
  'delete-facts-of-purchase: purchases',
  'find-log-facts: retirements',
  'find-open-claims: purchases',
  'find-parts-to-replace: retired_places',
  'find-purchases-to-replace: retired_places',
  'insert-rewards: withheld_perks',
  'is-any-of-purchase-retired: retired_places',
  'is-any-place-retired: retired_places',
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
  'wallet-transactions-of-passport: refund_part_wallets',
  'wallet-transactions-of-passport: refund_parts',
]
