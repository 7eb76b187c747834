// Computes the postings of a reservation, which hold kilograms of the batch and money of wallets or of the
// account `rewards` (docs/ledger.md).
import type { Hold } from '#features/purchases/lock-holds.ts'
import { kgAccounts, moneyAccounts } from '#ledger/accounts.ts'
import type { MoneyPosting, Postings } from '#ledger/postings.ts'

export function reservePostings(holds: readonly Hold[]): Postings {
  const { available, held } = kgAccounts
  return {
    kg: holds.map(({ purchaseId, batchId, quantityKg }) => ({
      causeId: purchaseId,
      batchId,
      source: available,
      destination: held,
      quantityKg,
    })),
    money: holds.flatMap((hold) => [...walletPostings(hold), ...rewardPostings(hold)]),
  }
}

function walletPostings({ purchaseId, buyerId, walletParts }: Hold): MoneyPosting[] {
  return walletParts.map(({ programmeId, walletCurrency, walletMinor }) => {
    const wallet = { passportId: buyerId, programmeId }
    return {
      causeId: purchaseId,
      currency: walletCurrency,
      source: moneyAccounts.wallet(wallet),
      destination: moneyAccounts.held(purchaseId, wallet),
      amountMinor: walletMinor,
    }
  })
}

function rewardPostings({ purchaseId, reward }: Hold): MoneyPosting[] {
  if (reward === null) return []
  const destination = moneyAccounts.held(purchaseId, null)
  return [{ causeId: purchaseId, source: moneyAccounts.rewards, destination, ...reward }]
}
