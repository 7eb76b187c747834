// Defines the commands that back up and restore the whole database.
import { basename } from 'node:path'
import { ignoreUnwritable, recordRun } from '#features/operations/last-runs.ts'
import { rootOnly } from '#operator/access.ts'
import { authorOf } from '#operator/actor.ts'
import { assertAbsent, type BackupReport, backUp } from '#operator/backup/back-up.ts'
import {
  type AfterRestore,
  readErasures,
  repeatErasuresOf,
} from '#operator/backup/repeat-erasures.ts'
import { restore } from '#operator/backup/restore.ts'
import { readChange } from '#operator/signature.ts'
import { endAudit, startAudit, writeAuditEntry } from '#platform/database/audit/audit-trail.ts'
import { openNumberKeys } from '#platform/keys.ts'
import type { Command, Context, Outcome } from './command.ts'
import { describeProgrammes } from './programme-list.ts'

export const backupCommand: Command = {
  name: 'backup',
  access: rootOnly,
  usage: 'FILE [--replace]',
  example: '/var/backups/carbon-passport/now.backup --by ada',
  optionTexts: {
    replace: 'overwrites the file if it exists',
  },
  summary:
    'copies the whole database, as it is at this moment, into a new file; --replace takes an old one',
  file: { at: 0, use: 'write' },
  keepsSchema: true,
  readsAll: true,
  run: async (context) => {
    // Checks before the backup starts, so that a refused backup does not count as failed in the metrics.
    if (!context.flags.has('replace')) assertAbsent(context.words[0] ?? '')
    const { takenAt, ...rest } = await backUpAudited(context)
    const mebibytes = (rest.bytes / 2 ** 20).toFixed(1)
    const size = `${rest.rows} rows of ${rest.tables} tables, ${mebibytes} MiB`
    const line = `Copied the database as of ${takenAt} into ${rest.file}: ${size}.`
    return { ok: true, lines: [line], json: { ok: true, ...rest, taken_at: takenAt } }
  },
}

/**
 * Backs up the database. The audit trail records the backup first, because it contains all personal
 * data; a read-only database records nothing. The metrics show a failed backup.
 */
async function backUpAudited({
  servingDb,
  databaseUrl,
  actor,
  words: [file = ''],
  flags,
}: Context): Promise<BackupReport> {
  const entry = {
    ...authorOf(actor),
    command: backupCommand.name,
    about: [basename(file)],
    reason: null,
  }
  const auditRow: { id?: number } = {}
  await ignoreUnwritable(async () => {
    auditRow.id = await startAudit(servingDb, entry)
  })
  const end = async (outcome: 'done' | 'failed', detail: string | null) => {
    const { id } = auditRow
    if (id !== undefined) await ignoreUnwritable(() => endAudit(servingDb, id, { outcome, detail }))
    await recordRun(servingDb, 'backup', outcome === 'done')
  }
  try {
    const report = await backUp(databaseUrl, file, flags.has('replace'))
    await end('done', null)
    return report
  } catch (error) {
    await end('failed', error instanceof Error ? error.message : null)
    throw error
  }
}

export const restoreCommand: Command = {
  name: 'restore',
  access: rootOnly,
  usage: 'FILE [--reason TEXT]',
  example: '/var/backups/carbon-passport/now.backup --by ada --reason "A lost disk"',
  summary: 'puts what backup wrote into an empty database; again finishes what stopped half way',
  file: { at: 0, use: 'read' },
  keepsSchema: true,
  run: restoreAll,
}

async function restoreAll(context: Context): Promise<Outcome> {
  const signature = readChange(context, 'optional')
  if ('lines' in signature) return signature
  const { db, settings, databaseUrl, words } = context
  const [file = ''] = words
  const erasures = await readErasures(settings)
  const { fingerprint } = openNumberKeys(settings.numbersKey)
  let after: AfterRestore = { erased: 0, terminals: [], approvals: 0, programmes: [] }
  const { takenAt, ...rest } = await restore(databaseUrl, file, {
    fingerprint,
    log: context.say,
    follow: async () => {
      after = await repeatErasuresOf(db, settings, erasures ?? [])
      // Writes the only record of the restore in the new database, because all other rows are from the
      // backup.
      const entry = { ...signature, command: restoreCommand.name, about: [basename(file)] }
      await db.transaction((tx) => writeAuditEntry(tx, entry))
    },
  })
  const { erased, terminals, approvals } = after
  const listed = describeProgrammes(after.programmes)
  const lines = [
    `Restored the database as of ${takenAt}: ${rest.rows} rows of ${rest.tables} tables.`,
    ...(erased > 0 ? [`Erased again: ${erased}, as ERASURES_FILE says.`] : []),
    ...(erasures === null
      ? [`${settings.erasuresFile} is missing: people who deleted their passports since are back.`]
      : []),
    'Nobody is signed in any more.',
    'Members of staff need a new passkey each: staff list, then staff reset or staff end.',
    'Passkeys work again once their owners have signed in with a code. Monthly plans are paused.',
    ...(approvals > 0 ? [`Requests for approval that are void now: ${approvals}.`] : []),
    ...terminals.map(
      ({ id, programme_id, holder_name }) =>
        `Review: the terminal ${id} of ${programme_id} (${holder_name}) signs again.`,
    ),
    ...(listed.lines.length > 0
      ? ['Review: funds, lines and limits of programmes are those of the backup:', ...listed.lines]
      : []),
  ]
  const json = {
    ok: true,
    file,
    ...rest,
    taken_at: takenAt,
    ...{ erased, terminals, approvals },
    programmes: listed.programmes,
  }
  return { ok: true, lines, json }
}
