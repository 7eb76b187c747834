// Figures of purchases that are not at their end: open ones by state and age, and money that is on its
// way back. An operator sees by them what hangs.
import { Gauge } from 'prom-client'
import { openStates } from '#features/purchases/state.ts'
import { sqlReversal, sqlStates } from '#features/purchases/state-sql.ts'
import type { Db } from '#platform/database/database.ts'
import { statement } from '#platform/database/statement.ts'
import { openKnownGauge } from '#platform/known-gauge.ts'

/** A reservation lives for minutes: what is older than an hour is stuck. */
const ages = ['under 10 min', 'under 1 h', 'older'] as const

const countOpen = statement(
  'count-open-purchases',
  { state: openStates, age: ages, count: 'int8' },
  `select state, age, count(*) as count from (
     select state, case when created_at > now() - interval '10 minutes' then 'under 10 min'
       when created_at > now() - interval '1 hour' then 'under 1 h' else 'older' end as age
     from purchases where state in ${sqlStates(openStates)}) open
   group by state, age`,
)
const countRefunds = statement(
  'count-refunds-due',
  { count: 'int8', oldest_seconds: 'int8' },
  `select count(*) as count,
     coalesce(extract(epoch from now() - min(r.created_at)), 0)::int8 as oldest_seconds
   from purchases p join purchase_reversals r on r.purchase_id = p.id
   where p.reversal = ${sqlReversal('refunding')}`,
)

const open = new Gauge({
  name: 'purchases_open',
  help: 'Purchases that are neither completed nor ended, by state and time since they were begun.',
  labelNames: ['state', 'age'],
  // Every process reads the same rows.
  aggregator: 'max',
})
const refundsDue = openKnownGauge({
  name: 'refunds_due',
  help: 'Refunds whose money the card provider has not given back yet.',
})
const oldestRefund = openKnownGauge({
  name: 'refunds_due_oldest_seconds',
  help: 'Seconds since the oldest of them was begun; 0 where none is due.',
})

/** Sets the figures. */
export async function watchPurchases(db: Db): Promise<void> {
  const [counts, [refunds]] = await Promise.all([db.run(countOpen), db.run(countRefunds)])
  for (const state of openStates) for (const age of ages) open.set({ state, age }, 0)
  for (const { state, age, count } of counts) open.set({ state, age }, count)
  refundsDue.set(refunds?.count ?? 0)
  oldestRefund.set(refunds?.oldest_seconds ?? 0)
}
