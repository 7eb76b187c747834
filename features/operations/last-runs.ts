// Stores when checks, backups, drills and copies last ran and whether they succeeded. The operator's
// commands write the rows. Every server process exports them as metrics.
import { Gauge } from 'prom-client'
import {
  type Database,
  type Db,
  isDatabaseUnavailable,
  sqlState,
} from '#platform/database/database.ts'
import { statement } from '#platform/database/statement.ts'

export const tasks = ['ledger check', 'backup', 'restore drill', 'off-site copy'] as const
type Task = (typeof tasks)[number]

export const isTask = (text: string): text is Task => tasks.some((task) => task === text)

const upsertRun = statement(
  'record-last-run',
  {},
  `insert into last_runs as r (task, ok, succeeded_at) values ($1, $2, case when $2 then now() end)
   on conflict (task) do update set ended_at = excluded.ended_at, ok = excluded.ok,
     succeeded_at = coalesce(excluded.succeeded_at, r.succeeded_at)`,
)
const readRuns = statement(
  'read-last-runs',
  { task: tasks, age_seconds: 'int8', success_age_seconds: 'int8?', ok: 'bool' },
  `select task, extract(epoch from now() - ended_at)::int8 as age_seconds,
     extract(epoch from now() - succeeded_at)::int8 as success_age_seconds, ok from last_runs`,
)

const ageGauge = new Gauge({
  name: 'last_run_age_seconds',
  help: 'Seconds since the task ended last, well or not; nothing where it never ran.',
  labelNames: ['task'],
  // Aggregates by maximum, because every process reads the same rows.
  aggregator: 'max',
})
const successAgeGauge = new Gauge({
  name: 'last_success_age_seconds',
  help: 'Seconds since the task last ended well; nothing where it never did.',
  labelNames: ['task'],
  aggregator: 'max',
})
const successGauge = new Gauge({
  name: 'last_run_ok',
  help: '1 where the task ended well the last time, 0 where it found a fault or failed.',
  labelNames: ['task'],
  aggregator: 'min',
})

/**
 * Records a run. Ignores the error of a database that cannot be written, because the task has already
 * finished.
 */
export async function recordRun(db: Database, task: Task, ok: boolean): Promise<void> {
  await ignoreUnwritable(() => db.run(upsertRun, [task, ok]))
}

/** Reads the rows and updates the metrics. */
export async function watchRuns(db: Db): Promise<void> {
  for (const { task, age_seconds, success_age_seconds, ok } of await db.run(readRuns)) {
    ageGauge.set({ task }, age_seconds)
    if (success_age_seconds !== null) successAgeGauge.set({ task }, success_age_seconds)
    successGauge.set({ task }, ok ? 1 : 0)
  }
}

/**
 * SQLSTATEs of ignored errors: the server is a read-only standby, an older schema lacks the table, or the
 * role lacks the privilege.
 */
const unwritable = new Set(['25006', '42P01', '42501'])

/** Runs `write`, and ignores its error if the database is unavailable or does not allow the write. */
export async function ignoreUnwritable(write: () => Promise<unknown>): Promise<void> {
  try {
    await write()
  } catch (error) {
    if (!unwritable.has(sqlState(error) ?? '') && !isDatabaseUnavailable(error)) throw error
  }
}
