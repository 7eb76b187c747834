// What purchases under way hold, read under the locks of their batches and wallets: the first thing
// that completing and ending both do.
import { findWalletParts, type PurchaseRow } from '#features/purchases/queries.ts'
import type { Hold } from '#ledger/holds.ts'
import { lockStock, lockWallets } from '#ledger/locks.ts'
import type { Db } from '#server/database.ts'

export type LockedHolds = {
  /** The hold of each row, in the order of the rows. */
  readonly holds: readonly Hold[]
  /** How many kg of each batch are sold already, by batch id: the next place follows them. */
  readonly soldKg: ReadonlyMap<string, number>
}

/** The caller has the rows' own locks. */
export async function lockHolds(tx: Db, rows: readonly PurchaseRow[]): Promise<LockedHolds> {
  const column = <T>(pick: (row: PurchaseRow) => T) => rows.map(pick)
  const [parts, stock] = await Promise.all([
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
  const holds = rows.map((row) => ({
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
  return { holds, soldKg: new Map(stock.map((row) => [row.batch_id, row.sold_kg])) }
}
