// Commands that copy the whole database into a file, and such a file into an empty database.
import { backUp } from '#operator/back-up.ts'
import type { Command } from '#operator/command.ts'
import { restore } from '#operator/restore.ts'

export const backupCommand: Command = {
  name: 'backup',
  takes: 'FILE',
  does: 'copies the whole database, as it is at this moment, into a file',
  wordCount: 1,
  keepsSchema: true,
  run: async ({ databaseUrl, words: [file = ''] }) => {
    const { takenAt, ...rest } = await backUp(databaseUrl, file)
    const mebibytes = (rest.bytes / 2 ** 20).toFixed(1)
    const size = `${rest.rows} rows of ${rest.tables} tables, ${mebibytes} MiB`
    const line = `Copied the database as of ${takenAt} into ${file}: ${size}.`
    return { ok: true, lines: [line], json: { ok: true, ...rest, taken_at: takenAt } }
  },
}

export const restoreCommand: Command = {
  name: 'restore',
  takes: 'FILE',
  does: 'puts what backup wrote into an empty database',
  wordCount: 1,
  keepsSchema: true,
  run: async ({ databaseUrl, words: [file = ''] }) => {
    const { takenAt, ...rest } = await restore(databaseUrl, file)
    const size = `${rest.rows} rows of ${rest.tables} tables`
    const line = `Restored the database as of ${takenAt}: ${size}.`
    return { ok: true, lines: [line], json: { ok: true, file, ...rest, taken_at: takenAt } }
  },
}
