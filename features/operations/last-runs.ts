// When the ledger was last checked and a backup last taken, and whether that went well: rows that the
// operator's commands write, and figures that every serving process shows.
import { Gauge } from 'prom-client'
import { whereWritable } from '#features/operations/where-writable.ts'
import type { Database, Db } from '#platform/database/database.ts'
import { statement } from '#platform/database/statement.ts'

const tasks = ['ledger check', 'backup'] as const
type Task = (typeof tasks)[number]

const upsertRun = statement(
  'record-last-run',
  {},
  `insert into last_runs (task, ok) values ($1, $2)
   on conflict (task) do update set ended_at = excluded.ended_at, ok = excluded.ok`,
)
const readRuns = statement(
  'read-last-runs',
  { task: tasks, age_seconds: 'int8', ok: 'bool' },
  'select task, extract(epoch from now() - ended_at)::int8 as age_seconds, ok from last_runs',
)

const age = new Gauge({
  name: 'last_run_age_seconds',
  help: 'Seconds since the task ended last, well or not; nothing where it never ran.',
  labelNames: ['task'],
  // Every process reads the same rows.
  aggregator: 'max',
})
const succeeded = new Gauge({
  name: 'last_run_ok',
  help: '1 where the task ended well the last time, 0 where it found a fault or failed.',
  labelNames: ['task'],
  aggregator: 'min',
})

/** The task itself is done: it does not fail where nothing can be written of it. */
export async function recordRun(db: Database, task: Task, ok: boolean): Promise<void> {
  await whereWritable(() => db.run(upsertRun, [task, ok]))
}

/** Sets the figures. */
export async function watchRuns(db: Db): Promise<void> {
  for (const { task, age_seconds, ok } of await db.run(readRuns)) {
    age.set({ task }, age_seconds)
    succeeded.set({ task }, ok ? 1 : 0)
  }
}
