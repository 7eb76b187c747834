// Computes the postings of a replacement: kilograms of one batch leave their holder, as many of
// another arrive. Pure; docs/ledger.md has an example.
import { kgAccounts } from '#ledger/accounts.ts'
import type { KgPosting } from '#ledger/postings.ts'

export type Replaced = {
  readonly purchaseId: string
  /** The passport of the holder; null for a waiting gift. */
  readonly holderId: string | null
  readonly quantityKg: number
  readonly replacedBatchId: string
  readonly presentBatchId: string
}

export function replacePostings(replaced: Replaced): KgPosting[] {
  const { purchaseId: causeId, holderId, quantityKg } = replaced
  const { holder, waiting, available, replaced: gone } = kgAccounts
  const theirs = holderId === null ? waiting(causeId) : holder(holderId)
  const { replacedBatchId: formerBatchId, presentBatchId } = replaced
  return [
    { causeId, batchId: presentBatchId, source: available, destination: theirs, quantityKg },
    { causeId, batchId: formerBatchId, source: theirs, destination: gone, quantityKg },
  ]
}
