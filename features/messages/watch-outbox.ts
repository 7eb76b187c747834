// Updates the metrics of the outbox: the number of due messages, the longest delay, and the number of dead
// letters.
import type { Db } from '#platform/database/database.ts'
import { statement } from '#platform/database/statement.ts'
import { openKnownGauge } from '#platform/metrics.ts'

const countWaiting = statement(
  'count-waiting-messages',
  { count: 'int8', lag_seconds: 'int8' },
  `select count(*) as count,
     coalesce(extract(epoch from now() - min(due_at)), 0)::int8 as lag_seconds
   from outbox where state = 'queued' and due_at <= now()`,
)
const countDead = statement(
  'count-dead-messages',
  { count: 'int8' },
  `select count(*) as count from outbox where state = 'dead'`,
)

const dueGauge = openKnownGauge({
  name: 'outbox_due',
  help: 'Messages that could leave now.',
})
const lagGauge = openKnownGauge({
  name: 'outbox_lag_seconds',
  help: 'Seconds for which the oldest of them could have left.',
})
const deadGauge = openKnownGauge({
  name: 'outbox_dead',
  help: 'Messages that were given up and not sent again: messages list --dead.',
})

/** Reads the counts and updates the metrics. */
export async function watchOutbox(db: Db): Promise<void> {
  const [[due], [dead]] = await Promise.all([db.run(countWaiting), db.run(countDead)])
  dueGauge.set(due?.count ?? 0)
  lagGauge.set(due?.lag_seconds ?? 0)
  deadGauge.set(dead?.count ?? 0)
}
