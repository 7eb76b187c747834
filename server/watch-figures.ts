// Measures the database's contents for the metrics, in one round. Every process measures, so that each can
// be scraped.
import { watchCostLag } from '#features/accounts/costs/watch-cost-lag.ts'
import { watchLogLag } from '#features/log/append/watch-lag.ts'
import { watchOutbox } from '#features/messages/watch-outbox.ts'
import { watchRuns } from '#features/operations/last-runs.ts'
import { watchDisputes } from '#features/purchases/disputes/watch-disputes.ts'
import { watchPurchases } from '#features/purchases/inspect/watch-purchases.ts'
import { watchSales } from '#features/purchases/inspect/watch-sales.ts'
import { watchReceiptLag } from '#features/tax/watch-receipt-lag.ts'
import { watchProgrammes } from '#features/wallet/programmes/watch-programmes.ts'
import type { Database } from '#platform/database/database.ts'

/** Updates the metrics. Returns 0, so that the next round waits its full interval. */
export async function watchFigures(db: Database): Promise<number> {
  await Promise.all([
    watchPurchases(db),
    watchDisputes(db),
    watchOutbox(db),
    watchLogLag(db),
    watchReceiptLag(db),
    watchCostLag(db),
    watchRuns(db),
    watchProgrammes(db),
    watchSales(db),
  ])
  return 0
}
