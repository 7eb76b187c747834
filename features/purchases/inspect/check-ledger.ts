// Audits the ledger: compares balances with postings, and postings with credits and purchases
// (`operator ledger check`).
import { purchaseKgSums } from '#features/purchases/inspect/check-kilograms.ts'
import { partSums } from '#features/purchases/inspect/check-parts.ts'
import { purchaseMoneySums } from '#features/purchases/inspect/check-purchase-money.ts'
import { reversalSums } from '#features/purchases/inspect/check-reversals.ts'
import { creditSums } from '#features/wallet/programmes/check-credits.ts'
import { type AuditChecks, auditLedger } from '#ledger/audit.ts'
import type { Comparisons } from '#ledger/comparison.ts'
import type { Database } from '#platform/database/database.ts'

/** Runs all comparisons in one snapshot, including `comparisons` and `checks` of other features. */
export function checkLedger(db: Database, comparisons: Comparisons = {}, checks: AuditChecks = {}) {
  const ownSums = {
    ...creditSums,
    ...purchaseMoneySums,
    ...reversalSums,
    ...partSums,
    ...purchaseKgSums,
  }
  return auditLedger(db, { ...ownSums, ...comparisons }, checks)
}
