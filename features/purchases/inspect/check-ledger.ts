// `operator ledger check`: the ledger against itself, and against what caused it: credits and purchases.
import { purchaseKgSums } from '#features/purchases/inspect/check-kilograms.ts'
import { purchaseMoneySums } from '#features/purchases/inspect/check-money.ts'
import { reversalSums } from '#features/purchases/inspect/check-reversals.ts'
import { creditSums } from '#features/wallet/check-credits.ts'
import { auditLedger, type LedgerReport } from '#ledger/audit.ts'
import type { Comparisons } from '#ledger/comparison.ts'
import type { Database } from '#platform/database/database.ts'

/** `more` are comparisons of what other features count from the same rows, in the same snapshot. */
export function checkLedger(db: Database, more: Comparisons = {}): Promise<LedgerReport> {
  return auditLedger(db, {
    ...creditSums,
    ...purchaseMoneySums,
    ...reversalSums,
    ...purchaseKgSums,
    ...more,
  })
}
