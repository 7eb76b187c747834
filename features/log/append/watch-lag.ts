// Measures how far the public log is behind the ledger. The limit is 10 s (docs/product.md#public-log).
import type { Db } from '#platform/database/database.ts'
import { statement } from '#platform/database/statement.ts'
import { openKnownGauge } from '#platform/metrics.ts'

const readLag = statement(
  'read-log-lag',
  { lag_seconds: 'int8' },
  `select extract(epoch from now() - next.created_at)::int8 as lag_seconds
   from logs l join log_heads h on h.log_number = l.number
   cross join lateral (select created_at from kg_postings p where p.id > h.taken_through
     order by p.id limit 1) next
   where l.closed_at is null`,
)

const lag = openKnownGauge({
  name: 'log_lag_seconds',
  help: 'Seconds since the oldest posting of kilograms that the public log has not taken yet.',
})

/** Sets the metric of the lag. */
export async function watchLogLag(db: Db): Promise<void> {
  const [row] = await db.run(readLag)
  lag.set(row?.lag_seconds ?? 0)
}
