// The command that reads the audit trail. Nothing can change what it shows.
import { listAudit } from '#features/operations/list-audit.ts'
import type { Command } from '#operator/command.ts'
import { failed } from '#operator/outcomes.ts'
import { readSince, sinceFault } from '#operator/read-moments.ts'

export const auditList: Command = {
  name: 'audit list',
  takes: '[--since DATE] [--by NAME] [--about ID]',
  does: 'lists who looked at or changed what, newest first, and why',
  wordCount: 0,
  options: ['since', 'by', 'about'],
  run: async (context) => {
    const since = readSince(context)
    if (since === undefined) return failed(sinceFault)
    const { by = null, about = null } = context.options
    const entries = await listAudit(context.db, { since, by, about })
    const lines = entries.map(
      (each) =>
        `${each.at}  ${each.by}  ${each.command}  ${[each.about].flat().join(' ')}` +
        `${each.reason === null ? '' : `  ${each.reason}`}`,
    )
    return { ok: true, lines, json: { ok: true, entries } }
  },
}
