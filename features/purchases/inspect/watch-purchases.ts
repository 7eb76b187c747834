// Sets the metrics by which operators find stuck purchases: open purchases by state and age, and
// refunds that are pending, failed or paid twice.
import { Gauge } from 'prom-client'
import { openStates } from '#features/purchases/states/state.ts'
import { sqlReversal, sqlStates } from '#features/purchases/states/state-sql.ts'
import type { Db } from '#platform/database/database.ts'
import { statement } from '#platform/database/statement.ts'
import { openKnownGauge } from '#platform/metrics.ts'

/** Age groups of open purchases. A reservation lasts minutes, so a purchase older than an hour is stuck. */
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
     coalesce(extract(epoch from now() - min(since)), 0)::int8 as oldest_seconds
   from (select case when r.attempt = 1 then r.created_at else r.stage_since end as since
       from purchases p join purchase_reversals r on r.purchase_id = p.id
       where p.reversal = ${sqlReversal('refunding')}
         or r.part_minor > 0 and r.due_minor > 0 and not r.is_part_failed
           and p.reversal = ${sqlReversal('none')}) due`,
)

/** `paid_twice` counts refunds of the last week that succeeded after a payment without the card. */
const countOwed = statement(
  'count-refunds-owed-again',
  {
    failed: 'int8',
    reinstated: 'int8',
    paid_twice: 'int8',
    oldest_pending_seconds: 'int8',
  },
  `select (select count(*) from purchases where reversal = ${sqlReversal('refund_failed')})
       + (select count(*) from purchase_reversals where is_part_failed) as failed,
     (select count(*) from purchases where reversal = ${sqlReversal('reinstated')}) as reinstated,
     (select count(*) from purchase_reversals where overpaid_at > now() - interval '7 days')
       as paid_twice,
     (select coalesce(extract(epoch from now() - min(pending_since)), 0)::int8
       from purchase_reversals where pending_since is not null) as oldest_pending_seconds`,
)

const openPurchases = new Gauge({
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

const failedRefunds = openKnownGauge({
  name: 'refunds_failed',
  help: 'Purchases whose refund failed, and whose money is owed to the buyer again.',
})
const reinstated = openKnownGauge({
  name: 'disputes_reinstated',
  help: 'Purchases whose money a bank gave back after a lost dispute, until it is paid to the buyer.',
})
const paidTwice = openKnownGauge({
  name: 'refunds_paid_twice_recent',
  help: 'Refunds of the last 7 days that came through after another payment.',
})
const oldestPending = openKnownGauge({
  name: 'refunds_pending_oldest_seconds',
  help: 'Seconds since the oldest refund was made that the card provider has not ended; 0 for none.',
})

/** Sets the metrics. */
export async function watchPurchases(db: Db): Promise<void> {
  const [counts, [refunds], [owed]] = await Promise.all([
    db.run(countOpen),
    db.run(countRefunds),
    db.run(countOwed),
  ])
  for (const state of openStates) for (const age of ages) openPurchases.set({ state, age }, 0)
  for (const { state, age, count } of counts) openPurchases.set({ state, age }, count)
  refundsDue.set(refunds?.count ?? 0)
  oldestRefund.set(refunds?.oldest_seconds ?? 0)
  failedRefunds.set(owed?.failed ?? 0)
  reinstated.set(owed?.reinstated ?? 0)
  paidTwice.set(owed?.paid_twice ?? 0)
  oldestPending.set(owed?.oldest_pending_seconds ?? 0)
}
