// Reads the purchase of a monthly plan's run.
import type { Db } from '#platform/database/database.ts'
import { findPurchase, type PurchaseRow } from './purchase-queries.ts'

export type PlannedPurchase = PurchaseRow

/** Returns the purchase of an attempt. Null if the attempt has none, or has not reserved it yet. */
export async function readPlannedPurchase(
  db: Db,
  purchaseId: string | null,
): Promise<PlannedPurchase | null> {
  return purchaseId === null ? null : findPurchase(db, purchaseId)
}
