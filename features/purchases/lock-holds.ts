// Reads the kilograms and money that purchases reserve, and locks the wallets of their buyers.

import type { WalletPart } from '#features/wallet/wallet-split.ts'
import { lockWallets } from '#ledger/locks.ts'
import type { Transaction } from '#platform/database/database.ts'
import { inOrder } from '#platform/database/in-order.ts'
import { findWalletParts, type PurchaseRow } from './purchase-queries.ts'

/** The kilograms and money that a purchase reserves. */
export type Hold = {
  readonly purchaseId: string
  readonly batchId: string
  readonly buyerId: string
  readonly quantityKg: number
  readonly walletParts: readonly WalletPart[]
  /** Amount that the account `rewards` pays, in the batch's currency. Null if the buyer pays. */
  readonly reward: { readonly currency: string; readonly amountMinor: number } | null
}

/** Locks the buyers' wallets. Returns a hold per row, in the same order. The caller has locked `rows`. */
export async function lockHolds(tx: Transaction, rows: readonly PurchaseRow[]): Promise<Hold[]> {
  const { parts } = await inOrder({
    parts: findWalletParts(
      tx,
      rows.map((row) => row.id),
    ),
    wallets: lockWallets(
      tx,
      rows.map((row) => row.buyer_id),
    ),
  })
  const partsByPurchase = Map.groupBy(parts, (part) => part.purchase_id)
  return rows.map((row) => ({
    purchaseId: row.id,
    batchId: row.batch_id,
    buyerId: row.buyer_id,
    quantityKg: row.quantity_kg,
    reward:
      row.reward_id === null
        ? null
        : { currency: row.batch_currency, amountMinor: row.reward_minor },
    walletParts: (partsByPurchase.get(row.id) ?? []).map((part) => ({
      programmeId: part.programme_id,
      walletCurrency: part.wallet_currency,
      walletMinor: part.wallet_minor,
      paidMinor: part.paid_minor,
      roundingMinor: part.rounding_minor,
    })),
  }))
}
