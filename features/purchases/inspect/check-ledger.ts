// Compares the ledger with itself and with its causes, credits and purchases (`operator ledger
// check`).
import { purchaseKgSums } from '#features/purchases/inspect/check-kilograms.ts'
import { purchaseMoneySums } from '#features/purchases/inspect/check-money.ts'
import { reversalSums } from '#features/purchases/inspect/check-reversals.ts'
import { creditSums } from '#features/wallet/programmes/check-credits.ts'
import { auditLedger, type LedgerReport, type Looks } from '#ledger/audit.ts'
import type { Comparisons } from '#ledger/comparison.ts'
import type { Database } from '#platform/database/database.ts'

/** Runs all comparisons in one snapshot. `more` and `looks` are comparisons of other features. */
export function checkLedger(
  db: Database,
  more: Comparisons = {},
  looks: Looks = {},
): Promise<LedgerReport> {
  const sums = { ...creditSums, ...purchaseMoneySums, ...reversalSums, ...purchaseKgSums, ...more }
  return auditLedger(db, sums, looks)
}
