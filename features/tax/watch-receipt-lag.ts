// Measures how far the numbers of receipts are behind the ledger. The limit is 10 s (docs/product.md#tax).
import type { Db } from '#platform/database/database.ts'
import { statement } from '#platform/database/statement.ts'
import { openKnownGauge } from '#platform/metrics.ts'

const readLag = statement(
  'read-receipt-lag',
  { lag_seconds: 'int8' },
  `select extract(epoch from now() - next.created_at)::int8 as lag_seconds
   from tax_progress t cross join lateral (select created_at from money_postings m
     where m.id > t.taken_through order by m.id limit 1) next`,
)

const lag = openKnownGauge({
  name: 'receipt_lag_seconds',
  help: 'Seconds since the oldest posting of money that the numbering of receipts has not taken yet.',
})

/** Sets the metric of the lag. */
export async function watchReceiptLag(db: Db): Promise<void> {
  const [row] = await db.run(readLag)
  lag.set(row?.lag_seconds ?? 0)
}
