// What purchases under way hold, read under the locks of their batches and wallets: the first thing
// that completing and ending both do.
import { findWalletParts, type PurchaseRow } from '#features/purchases/queries.ts'
import type { Hold } from '#ledger/holds.ts'
import { lockStock, lockWallets } from '#ledger/locks.ts'
import type { Db } from '#server/database.ts'

/** Answers the hold of each row, in the order of `rows`, whose own locks the caller has. */
export async function lockHolds(tx: Db, rows: readonly PurchaseRow[]): Promise<Hold[]> {
  const column = <T>(pick: (row: PurchaseRow) => T) => rows.map(pick)
  const [parts] = await Promise.all([
    findWalletParts(
      tx,
      column((row) => row.id),
    ),
    lockStock(
      tx,
      column((row) => row.batch_id),
    ),
    lockWallets(
      tx,
      column((row) => row.buyer_id),
    ),
  ])
  return rows.map((row) => ({
    purchaseId: row.id,
    batchId: row.batch_id,
    buyerId: row.buyer_id,
    quantityKg: row.quantity_kg,
    reward:
      row.reward_id === null
        ? null
        : { currency: row.batch_currency, amountMinor: row.reward_minor },
    walletParts: parts
      .filter((part) => part.purchase_id === row.id)
      .map((part) => ({
        programmeId: part.programme_id,
        walletCurrency: part.wallet_currency,
        walletMinor: part.wallet_minor,
        paidMinor: part.paid_minor,
        roundingMinor: part.rounding_minor,
      })),
  }))
}
