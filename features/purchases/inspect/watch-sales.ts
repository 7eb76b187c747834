// Sets the metrics of sales: the time since the last one, and card authorisations by outcome.
import { Counter } from 'prom-client'
import type { Db } from '#platform/database/database.ts'
import { statement } from '#platform/database/statement.ts'
import { openKnownGauge } from '#platform/metrics.ts'
import type { Authorisation } from '#providers/cards/card-provider.ts'
import { sqlState } from '../states/state-sql.ts'

/** Ids contain the time of the reservation, so the newest are read first and no table is scanned. */
const readLastSale = statement(
  'read-last-sale',
  { age_seconds: 'int8' },
  `select extract(epoch from now() - completed_at)::int8 as age_seconds from purchases
   where state = ${sqlState('COMPLETED')} and not is_reward order by id desc limit 1`,
)

const lastSale = openKnownGauge({
  name: 'last_sale_age_seconds',
  help: 'Seconds since the completion of the newest paid purchase; absent before the first one.',
})

/** Sets the metric of the last sale. */
export async function watchSales(db: Db): Promise<void> {
  const [row] = await db.run(readLastSale)
  if (row !== undefined) lastSale.set(row.age_seconds)
}

const authorisations = new Counter({
  name: 'card_authorisations_total',
  help: 'Answers of the card provider to a purchase’s authorisation, by outcome; unknown without one.',
  labelNames: ['outcome'],
})
type Outcome = Authorisation['status'] | 'unknown'
// Each outcome begins at 0, so that its first increase is seen.
for (const outcome of [
  'authorised',
  'action',
  'declined',
  'bad_token',
  'unknown',
] satisfies Outcome[]) {
  authorisations.inc({ outcome }, 0)
}

export function countAuthorisation(outcome: Outcome): void {
  authorisations.inc({ outcome })
}
