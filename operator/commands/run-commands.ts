// Defines the commands that prove backups: a drill that restores the newest one, and the record of a copy.
import { existsSync } from 'node:fs'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { openEmbeddedDatabase } from '#embedded-postgres/embedded-postgres.ts'
import { processExists } from '#embedded-postgres/running-processes.ts'
import { isTask, recordRun, tasks } from '#features/operations/last-runs.ts'
import { rootOnly } from '#operator/access.ts'
import { failed, misused } from '#operator/audit/outcomes.ts'
import { stopSignals } from '#operator/stop-signals.ts'
import { openDatabase } from '#platform/database/database.ts'
import { failureWords } from '#values/failure-cause.ts'
import { restoreCommand } from './backup-commands.ts'
import type { Command, Context, Outcome } from './command.ts'
import { ledgerCheck } from './ledger-commands.ts'

/** Names as deploy/back-up.sh gives them. They sort by time. */
const backupName = /^[0-9T:Z-]+\.backup$/

export const drillCommand: Command = {
  name: 'drill',
  access: rootOnly,
  usage: 'FOLDER',
  example: '/var/backups/carbon-passport --by ada',
  summary:
    'restores the newest backup of a folder into a scratch database of its own, checks it, and removes it',
  keepsSchema: true,
  run: async (context) => {
    const outcome = await drill(context).catch((error: unknown) => failed(failureWords(error)))
    await recordRun(context.servingDb, 'restore drill', outcome.ok)
    return outcome
  },
}

async function drill(context: Context): Promise<Outcome> {
  const folder = resolve(context.words[0] ?? '')
  const newest = (await readdir(folder))
    .filter((name) => backupName.test(name))
    .sort()
    .at(-1)
  if (newest === undefined) return failed(`${folder} has no backup.`)
  await removeAbandoned(context)
  const dataDir = await mkdtemp(join(context.settings.dataDir, `drill-${process.pid}-`))
  try {
    return await restoreAndCheck(context, { file: join(folder, newest), dataDir })
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
}

/** Removes what a killed drill has left: its PostgreSQL, and a copy of everybody's data. */
async function removeAbandoned({ settings, say }: Context): Promise<void> {
  for (const name of await readdir(settings.dataDir)) {
    const maker = Number(/^drill-(\d+)-/.exec(name)?.[1] ?? Number.NaN)
    if (Number.isNaN(maker) || (maker !== process.pid && processExists(maker))) continue
    const dataDir = join(settings.dataDir, name)
    say(`Removing ${dataDir}, which a killed drill has left.`)
    // Joins a PostgreSQL that still runs there, and stops it as its last user.
    if (existsSync(join(dataDir, 'postgres'))) {
      const { close } = await openEmbeddedDatabase({ dataDir, log: say })
      await close()
    }
    await rm(dataDir, { recursive: true, force: true })
  }
}

type Scratch = { readonly file: string; readonly dataDir: string }

/**
 * Restores the file into a PostgreSQL of its own, so that no fault of the drill meets the serving one. A
 * signal ends it early.
 */
async function restoreAndCheck(context: Context, { file, dataDir }: Scratch): Promise<Outcome> {
  const stopped = Promise.withResolvers<never>()
  // A signal may come while the database starts, before the race below waits for it.
  stopped.promise.catch(() => undefined)
  let isStopped = false
  const stop = (signal: NodeJS.Signals) => {
    isStopped = true
    stopped.reject(new Error(`The drill was stopped by ${signal}.`))
  }
  for (const signal of stopSignals) process.on(signal, stop)
  try {
    const { url, close } = await openEmbeddedDatabase({ dataDir, log: context.say })
    const { timeoutFactor } = context.settings
    const db = openDatabase({ url, connectionsMax: 2, timeoutFactor, applicationName: 'drill' })
    const scratch = { ...context, db, servingDb: db, databaseUrl: url, words: [file] }
    try {
      return await Promise.race([restoreInto(scratch, file), stopped.promise])
    } finally {
      // A query of a stopped drill would hold its connection open, so the server ends first.
      if (!isStopped) await db.close()
      await close()
      if (isStopped) await db.close()
    }
  } finally {
    for (const signal of stopSignals) process.off(signal, stop)
  }
}

async function restoreInto(scratch: Context, file: string): Promise<Outcome> {
  const restored = await restoreCommand.run(scratch)
  if (!restored.ok) return restored
  const checked = await ledgerCheck.run(scratch)
  const lines = [`Restored ${file} and checked it.`, ...checked.lines]
  return { ok: checked.ok, lines, json: { ...checked.json, file } }
}

export const runsRecord: Command = {
  name: 'runs record',
  access: rootOnly,
  usage: 'TASK [--failed]',
  example: '"off-site copy"',
  optionTexts: { failed: 'records that the task failed; without it that it ended well' },
  summary: 'records the end of a task that another program runs, for the metrics and alarms',
  keepsSchema: true,
  run: async ({ servingDb, words, flags }) => {
    const [task = ''] = words
    if (!isTask(task)) return misused(`${task} is no task: ${tasks.join(', ')}.`)
    const ok = !flags.has('failed')
    await recordRun(servingDb, task, ok)
    return { ok: true, lines: [`Recorded: ${task}.`], json: { ok: true, task, succeeded: ok } }
  },
}
