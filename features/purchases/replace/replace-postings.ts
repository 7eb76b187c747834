// Computes the postings of a replacement (docs/ledger.md). It exchanges a holder's kilograms of one batch for
// the same number of kilograms of another batch.
import { kgAccounts } from '#ledger/accounts.ts'
import type { KgPosting } from '#ledger/postings.ts'

export type Replacement = {
  readonly purchaseId: string
  /** The holder's passport. Null for a waiting gift. */
  readonly holderId: string | null
  readonly quantityKg: number
  readonly replacedBatchId: string
  readonly presentBatchId: string
}

export function replacePostings(replacement: Replacement): KgPosting[] {
  const { purchaseId: causeId, holderId, quantityKg } = replacement
  const { holder, waiting, available, replaced } = kgAccounts
  const owner = holderId === null ? waiting(causeId) : holder(holderId)
  const { replacedBatchId, presentBatchId } = replacement
  return [
    { causeId, batchId: presentBatchId, source: available, destination: owner, quantityKg },
    { causeId, batchId: replacedBatchId, source: owner, destination: replaced, quantityKg },
  ]
}
