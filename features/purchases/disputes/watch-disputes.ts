// Sets the metrics of disputes and early fraud warnings: their counts and the nearest deadline.
import { Gauge } from 'prom-client'
import { warningHoldDays } from '#features/purchases/disputes/warning-hold.ts'
import type { Db } from '#platform/database/database.ts'
import { openKnownGauge } from '#platform/metrics.ts'
import { countDisputes } from './dispute-queries.ts'

const openDisputes = new Gauge({
  name: 'disputes_open',
  help: 'Disputes that a bank has not decided, by the card provider’s word for their state.',
  labelNames: ['status'],
  // Every process reads the same rows.
  aggregator: 'max',
})
const deadline = openKnownGauge({
  name: 'dispute_deadline_hours',
  help: 'Hours to the nearest deadline for evidence, negative once it has passed; absent without one.',
})
const recentWarnings = openKnownGauge({
  name: 'fraud_warnings_recent',
  help: `Early fraud warnings of the last ${warningHoldDays} days whose purchases stand.`,
})

/** Statuses whose metric is 0 without disputes, so that an alarm sees its increase. */
const expectedStatuses = ['needs_response', 'under_review']

/** Sets the metrics. */
export async function watchDisputes(db: Db): Promise<void> {
  const { counts, minutesLeft, warnings } = await countDisputes(db)
  openDisputes.reset()
  for (const status of expectedStatuses) openDisputes.set({ status }, 0)
  for (const { status, count } of counts) openDisputes.set({ status }, count)
  if (minutesLeft === null) deadline.remove()
  else deadline.set(minutesLeft / 60)
  recentWarnings.set(warnings)
}
