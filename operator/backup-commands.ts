// Commands that copy the whole database into a file, and such a file into an empty database.
import { recordRun } from '#features/operations/last-runs.ts'
import { backUp } from '#operator/back-up.ts'
import type { Command, Context } from '#operator/command.ts'
import { readErasures, repeatErasuresOf } from '#operator/repeat-erasures.ts'
import { restore } from '#operator/restore.ts'

export const backupCommand: Command = {
  name: 'backup',
  takes: 'FILE',
  does: 'copies the whole database, as it is at this moment, into a file',
  wordCount: 1,
  keepsSchema: true,
  readsAll: true,
  run: async ({ servingDb, databaseUrl, words: [file = ''] }) => {
    const { takenAt, ...rest } = await recordingRun(servingDb, () => backUp(databaseUrl, file))
    const mebibytes = (rest.bytes / 2 ** 20).toFixed(1)
    const size = `${rest.rows} rows of ${rest.tables} tables, ${mebibytes} MiB`
    const line = `Copied the database as of ${takenAt} into ${file}: ${size}.`
    return { ok: true, lines: [line], json: { ok: true, ...rest, taken_at: takenAt } }
  },
}

/** A backup that failed is a run, too: the figures tell of it. */
async function recordingRun<Report>(
  db: Context['db'],
  work: () => Promise<Report>,
): Promise<Report> {
  let ok = false
  try {
    const report = await work()
    ok = true
    return report
  } finally {
    await recordRun(db, 'backup', ok)
  }
}

export const restoreCommand: Command = {
  name: 'restore',
  takes: 'FILE',
  does: 'puts what backup wrote into an empty database',
  wordCount: 1,
  keepsSchema: true,
  run: async ({ db, settings, databaseUrl, words: [file = ''] }) => {
    const erasures = await readErasures(settings)
    const { takenAt, ...rest } = await restore(databaseUrl, file)
    const { erased, terminals } = await repeatErasuresOf(db, settings, erasures)
    const size = `${rest.rows} rows of ${rest.tables} tables`
    const lines = [
      `Restored the database as of ${takenAt}: ${size}.`,
      ...(erased > 0 ? [`Erased again: ${erased}, as ERASURES_FILE says.`] : []),
      ...(settings.production ? ['Nobody is signed in any more.'] : []),
      ...terminals.map(
        ({ id, programme_id, holder_name }) =>
          `Review: the terminal ${id} of ${programme_id} (${holder_name}) signs again.`,
      ),
    ]
    const json = { ok: true, file, ...rest, taken_at: takenAt, erased, terminals }
    return { ok: true, lines, json }
  },
}
