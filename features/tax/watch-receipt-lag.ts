// Measures how far the numbers of receipts are behind the ledger. The limit is 10 s (docs/product.md#tax).
import type { Db } from '#platform/database/database.ts'
import { openKnownGauge } from '#platform/metrics.ts'
import { taxReader } from './tax-queries.ts'

const lag = openKnownGauge({
  name: 'receipt_lag_seconds',
  help: 'Seconds since the oldest posting of money that the numbering of receipts has not taken yet.',
})

/** Sets the metric of the lag. */
export async function watchReceiptLag(db: Db): Promise<void> {
  lag.set((await taxReader.readLag(db))?.lag_seconds ?? 0)
}
