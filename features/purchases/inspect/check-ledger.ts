// `operator ledger check`: the ledger against itself, and against the purchases that caused it.
import { purchaseKgSums } from '#features/purchases/inspect/check-kilograms.ts'
import { purchaseMoneySums } from '#features/purchases/inspect/check-money.ts'
import { auditLedger, type LedgerReport } from '#ledger/audit.ts'
import type { Comparisons } from '#ledger/comparison.ts'
import type { Database } from '#platform/database/database.ts'

/** `more` are comparisons of what other features count from the same rows, in the same snapshot. */
export function checkLedger(db: Database, more: Comparisons = {}): Promise<LedgerReport> {
  return auditLedger(db, { ...purchaseMoneySums, ...purchaseKgSums, ...more })
}
