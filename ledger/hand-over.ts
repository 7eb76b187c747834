// Kilograms that waited for a number pass to its passport.
import { kgAccounts } from '#ledger/accounts.ts'
import { postKg } from '#ledger/postings.ts'
import type { Transaction } from '#platform/database/database.ts'

export type WaitingGift = {
  readonly purchaseId: string
  readonly batchId: string
  readonly quantityKg: number
}

export async function handOver(
  tx: Transaction,
  gifts: readonly WaitingGift[],
  passportId: string,
): Promise<void> {
  await postKg(
    tx,
    gifts.map(({ purchaseId, batchId, quantityKg }) => ({
      purchaseId,
      batchId,
      source: kgAccounts.waiting(purchaseId),
      destination: kgAccounts.holder(passportId),
      quantityKg,
    })),
  )
}
