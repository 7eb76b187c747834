// Defines the command that reads the audit trail.
import { readAudit } from '#features/staff/read-audit.ts'
import { readsPart } from '#operator/access.ts'
import { listed, misused } from '#operator/audit/outcomes.ts'
import { readSince, sinceFault } from '#operator/read-moments.ts'
import type { Command } from './command.ts'

type Entry = Awaited<ReturnType<typeof readAudit>>[number]

export const auditList: Command = {
  name: 'audit list',
  access: readsPart('audit'),
  hasOwnBy: true,
  usage: '[--since DATE] [--by NAME] [--about ID]',
  example: '--since 2026-05-01 --by ada',
  optionTexts: {
    by: 'only calls of this member of staff, of root for this name, of root, or of system',
    about: 'only calls about this id: of a passport, purchase, batch, programme or terminal',
  },
  summary: 'lists who looked at or changed what, newest first, what became of it, and why',
  run: async (context) => {
    const since = readSince(context)
    if (since === undefined) return misused(sinceFault)
    const { by = null, about = null } = context.options
    if (by?.trim() === '') return misused('--by is empty.')
    if (about?.trim() === '') return misused('--about is empty.')
    const entries = await readAudit(context.db, { since, by, about })
    const lines = entries.map(lineOf)
    const shown = entries.map(({ action: command, ...each }) => ({ ...each, command }))
    return {
      ok: true,
      lines: listed(lines, 'No such call is recorded.'),
      json: { ok: true, entries: shown },
    }
  },
}

/** Two blanks part the columns, so typed texts must have none. */
function lineOf(entry: Entry): string {
  const { at, by, action, about, reason } = entry
  return [at, by, action, about.join(' '), outcomeText(entry), ...(reason === null ? [] : [reason])]
    .map((text) => text.replace(/\p{Zs}{2,}/gu, ' '))
    .join('  ')
}

/** Describes the end of a command. A killed or running command has none. */
function outcomeText({ outcome, detail, amount, currency, kilograms }: Entry): string {
  const sum = amount === null ? '' : `, ${amount.toFixed(2)} ${currency}`
  const moved = kilograms === null ? sum : `${sum}, ${kilograms} kg`
  return `${outcome ?? 'outcome not kept'}${moved}${detail === null ? '' : `: ${detail}`}`
}
