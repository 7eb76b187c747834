// Measures how far the cost of sales is behind the ledger. The limit is 10 s (docs/ledger.md#cost-of-batches).
import type { Db } from '#platform/database/database.ts'
import { openKnownGauge } from '#platform/metrics.ts'
import { costReader } from './cost-queries.ts'

const lag = openKnownGauge({
  name: 'cost_lag_seconds',
  help: 'Seconds since the oldest posting of kilograms whose cost is not in the books yet.',
})

/** Sets the metric of the lag. */
export async function watchCostLag(db: Db): Promise<void> {
  lag.set((await costReader.readLag(db))?.lag_seconds ?? 0)
}
