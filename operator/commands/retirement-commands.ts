// Defines the commands about retirements at the registries: list the due ones, write a request file, and
// record the registry's answer. A record is never changed, only reversed by another record.

import { type Confirmed, confirmRetirements } from '#features/retirements/confirm-retirements.ts'
import { exportDue, fillAll } from '#features/retirements/export-due.ts'
import { listDue } from '#features/retirements/list-due.ts'
import { daysBetween } from '#features/retirements/next-retirement.ts'
import { kgOf, tonneKg } from '#features/retirements/place-ranges.ts'
import { recordRetirements } from '#features/retirements/record-retirements.ts'
import { retirementsCorrect as correctRetirement } from '#features/retirements/retirement-actions.ts'
import { exportColumns, fieldsOfExport } from '#features/retirements/retirement-file.ts'
import { actsAs, readsPart } from '#operator/access.ts'
import { actionCommand } from '#operator/action-command.ts'
import { firstOf, misused } from '#operator/audit/outcomes.ts'
import { assertNewFile, writeNewFile } from '#operator/new-file.ts'
import { readSignature, type Signature } from '#operator/signature.ts'
import { withPreview } from '#operator/with-preview.ts'
import { withDatabase } from '#operator/with-services.ts'
import type { FileRow } from '#platform/actions/file-rows.ts'
import { type Audit, writeAuditEntry } from '#platform/database/audit/audit-trail.ts'
import { dayOf } from '#providers/registries/tables/day-of.ts'
import { fileOnDisk } from '#providers/registries/tables/file-on-disk.ts'
import { faultSentence } from '#providers/registries/tables/file-source.ts'
import { spreadsheetLine } from '#values/text/csv-text.ts'
import type { Command, Context, Outcome } from './command.ts'

/** Maximum number of printed faults; a file may have one in each row. */
const faultsMax = 20

export const retirementsDue: Command = {
  name: 'retirements due',
  access: readsPart('retirement'),
  usage: '',
  example: '',
  summary: 'lists per batch the tonnes that were sold, are retired and are due, and for how long',
  run: async ({ db }) => {
    const now = new Date()
    const batches = (await listDue(db)).map(({ batch, heldBack, dueSince, ...tonnes }) => ({
      registry: batch.registry,
      project: batch.project,
      serial_number: batch.serial_number,
      sold_tonnes: tonnes.soldTonnes,
      retired_tonnes: tonnes.retiredTonnes,
      due_tonnes: tonnes.dueTonnes,
      due_since: dueSince?.toISOString() ?? null,
      due_days: dueSince === null ? null : daysBetween(dueSince, now),
      held_back_tonnes: kgOf(heldBack) / tonneKg,
    }))
    const lines = batches.map(
      (each) =>
        `${each.serial_number} of ${each.registry} ${each.project}: ${each.sold_tonnes} t sold, ` +
        `${each.retired_tonnes} t retired, ${each.due_tonnes} t due` +
        (each.due_days === null ? '' : `, the oldest for ${each.due_days} days`) +
        (each.held_back_tonnes > 0
          ? `, ${each.held_back_tonnes} t wait for a dispute or a refund`
          : ''),
    )
    const due = batches.reduce((sum, each) => sum + each.due_tonnes, 0)
    return { ok: true, lines: [...lines, `${due} t are due in all.`], json: { ok: true, batches } }
  },
}

export const retirementsExport: Command = {
  name: 'retirements export',
  access: actsAs('retirements export'),
  usage: 'FILE [--fill --reason TEXT]',
  example: 'due.csv --by ada',
  optionTexts: {
    fill: 'first gives the rest of each partly sold tonne to the operator',
  },
  summary: 'writes what registries are to retire; --fill makes part-filled tonnes whole first',
  file: { at: 0, use: 'write' },
  run: exportToFile,
}

async function exportToFile(context: Context): Promise<Outcome> {
  const { db, flags, words } = context
  const [file = ''] = words
  assertNewFile(file)
  let filledKg = 0
  if (flags.has('fill')) {
    const signature = readSignature(context)
    if ('lines' in signature) return signature
    filledKg = await fillAll(db, auditOf('retirements export --fill', signature))
  }
  const rows = await exportDue(db)
  const lines = [exportColumns, ...rows.map(fieldsOfExport)].map(spreadsheetLine)
  // Overwrites no existing file, because it may contain a registry's answer.
  await writeNewFile(file, lines.join(''))
  const tonnes = rows.reduce((sum, row) => sum + row.tonnes, 0)
  const fields = [
    ...(filledKg > 0 ? [filledLine(filledKg)] : []),
    `Wrote ${rows.length} rows, ${tonnes} t, to ${file}.`,
    'Fill in reference, retired_on and url (may be empty), then: retirements record FILE.',
  ]
  return {
    ok: true,
    lines: fields,
    json: { ok: true, file, rows: rows.length, tonnes, filled_kg: filledKg },
  }
}

export const retirementsRecord = withPreview({
  name: 'retirements record',
  access: actsAs('retirements record'),
  usage: 'FILE --reason TEXT [--fill] [--same-reference]',
  example: 'due.csv --by ada --reason "Retired on 3 May"',
  optionTexts: {
    fill: 'first gives the rest of each partly sold tonne to the operator',
    'same-reference': 'takes a reference that another batch has already',
  },
  summary: 'records what registries have retired, all of the file or nothing',
  file: { at: 0, use: 'read' },
  run: async (context) => {
    const signature = readSignature(context)
    if ('lines' in signature) return signature
    const { db, flags, words } = context
    const source = await fileOnDisk(words[0] ?? '')
    const fill = flags.has('fill')
    const command = fill ? 'retirements record --fill' : 'retirements record'
    const audit = auditOf(command, signature)
    const recorded = await recordRetirements(db, source, {
      fill,
      allowsSameReference: flags.has('same-reference'),
      today: new Date().toISOString().slice(0, 10),
      audit,
    })
    const { tonnes, batches, filledKg, faults } = recorded
    if (faults.length > 0) {
      const lines = [...firstOf(faults.map(faultSentence), faultsMax), 'Nothing was recorded.']
      return { ok: false, lines, json: { ok: false, faults: faults.slice(0, faultsMax) } }
    }
    const lines = [
      ...(filledKg > 0 ? [filledLine(filledKg)] : []),
      `${tonnes} t of ${batches} batches are retired.`,
    ]
    return { ok: true, lines, json: { ok: true, tonnes, batches, filled_kg: filledKg } }
  },
})

export const retirementsConfirm = withPreview({
  name: 'retirements confirm',
  access: actsAs('retirements confirm'),
  usage: 'FILE --reason TEXT [--taken DAY] [--project ID]',
  example: 'list.csv --by ada --reason "List of 28 November"',
  optionTexts: {
    taken: 'the day on which the registry showed the list; without it, today',
    project: 'the only project of the list, by its id at the registry',
  },
  summary: 'confirms retirements by a registry’s public list',
  file: { at: 0, use: 'read' },
  run: async (context) => {
    const signature = readSignature(context)
    if ('lines' in signature) return signature
    const { db, options, words } = context
    const today = new Date().toISOString().slice(0, 10)
    const { taken = today, project = null } = options
    if (dayOf(taken) !== taken) return misused('--taken: a day is written as 2026-04-13.')
    const source = await fileOnDisk(words[0] ?? '')
    const command = 'retirements confirm'
    const report: FileRow[] = []
    const { faults, ...done } = await confirmRetirements(db, source, {
      ...{ takenOn: taken, today, project, report },
      audit: (tx, about) => writeAuditEntry(tx, { ...signature, command, about }),
    })
    if (faults.length > 0) {
      const lines = [...firstOf(faults.map(faultSentence), faultsMax), 'Nothing was stored.']
      return { ok: false, lines, json: { ok: false, faults: faults.slice(0, faultsMax) } }
    }
    return confirmedOutcome(done, report)
  },
})

/** Returns the outcome of a list: the rows that a person has to look at, and the sums. */
export function confirmedOutcome(done: Confirmed, report: readonly FileRow[]): Outcome {
  return { ok: true, lines: linesOfList(done, report), json: { ok: true, ...jsonOfList(done) } }
}

function linesOfList(done: Confirmed, report: readonly FileRow[]): string[] {
  const toCheck = report.filter(({ outcome }) => !['new', 'unchanged'].includes(outcome))
  const lines = toCheck.map(({ line, subject, text }) => `Line ${line}: ${subject}: ${text}`)
  return [
    ...firstOf(lines, faultsMax),
    ...done.withdrawn.map((serial) => `${serial} is off sale.`),
    `${done.rows} rows were read, of which ${done.leftOut} were left out.`,
    `${done.confirmedTonnes} t are confirmed, and ${done.knownTonnes} t were confirmed before.`,
  ]
}

function jsonOfList(done: Confirmed) {
  return {
    rows: done.rows,
    left_out: done.leftOut,
    confirmed_tonnes: done.confirmedTonnes,
    known_tonnes: done.knownTonnes,
    unconfirmed: done.unconfirmed,
    withdrawn: done.withdrawn,
    unrecorded: done.unrecorded,
  }
}

export const retirementsCorrect: Command = actionCommand({
  action: correctRetirement,
  usage: 'REFERENCE --reason TEXT',
  example: 'GS-RET-3 --reason "The wrong block"',
  open: withDatabase,
  input: ({ words: [reference] }: Context) => ({ reference }),
  words: { reference: 'REFERENCE' },
  outcome: ({ details: corrected, input: { reference } }) => ({
    ok: true,
    lines: [`${corrected.kg} kg of ${reference} are not retired any more.`],
    json: { ok: true, reference, ...corrected },
  }),
})

function auditOf(command: string, signature: Signature): Audit {
  return (tx, about) => writeAuditEntry(tx, { ...signature, command, about })
}

function filledLine(kg: number): string {
  return `The operator took ${kg} kg, so that part-filled tonnes are whole.`
}
