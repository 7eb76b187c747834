// Commands about retirement at the registries: what is due, a file that asks for it, and what the registry
// answered. A record is never changed, only taken back by another one.
import { writeFile } from 'node:fs/promises'
import { correctRetirement } from '#features/retirements/correct-retirement.ts'
import { exportDue, fillAll } from '#features/retirements/export-due.ts'
import { listDue } from '#features/retirements/list-due.ts'
import { recordRetirements } from '#features/retirements/record-retirements.ts'
import type { Command, Context, Outcome } from '#operator/command.ts'
import { fileOnDisk } from '#providers/registries/file-on-disk.ts'
import { faultSentence } from '#providers/registries/file-source.ts'
import { csv } from '#values/csv-text.ts'
import { isProblem } from '#values/problem.ts'

/** Faults that are told; a file may have as many as rows. */
const faultsMax = 20

export const retirementsDue: Command = {
  name: 'retirements due',
  takes: '',
  does: 'lists per batch the tonnes that were sold, are retired and are due',
  wordCount: 0,
  run: async ({ db }) => {
    const batches = (await listDue(db)).map(({ batch, soldTonnes, retiredTonnes, dueTonnes }) => ({
      registry: batch.registry,
      project: batch.project,
      serial_number: batch.serial_number,
      sold_tonnes: soldTonnes,
      retired_tonnes: retiredTonnes,
      due_tonnes: dueTonnes,
    }))
    const lines = batches.map(
      (each) =>
        `${each.serial_number} of ${each.registry} ${each.project}: ${each.sold_tonnes} t sold, ` +
        `${each.retired_tonnes} t retired, ${each.due_tonnes} t due`,
    )
    const due = batches.reduce((sum, each) => sum + each.due_tonnes, 0)
    return { ok: true, lines: [...lines, `${due} t are due in all.`], json: { ok: true, batches } }
  },
}

export const retirementsExport: Command = {
  name: 'retirements export',
  takes: 'FILE [--fill]',
  does: 'writes what registries are to retire; --fill makes part-filled tonnes whole first',
  wordCount: 1,
  flags: ['fill'],
  run: exportToFile,
}

async function exportToFile({ db, flags, words: [file = ''] }: Context): Promise<Outcome> {
  const filledKg = flags.has('fill') ? await fillAll(db) : 0
  const rows = await exportDue(db)
  const header = [
    'registry',
    'project',
    'serial_number',
    'tonnes',
    'first_place',
    'last_place',
    'beneficiary',
    'reference',
    'retired_on',
    'url',
  ] as const
  const fields = rows.map((row) => [...Object.values(row), '', '', ''])
  // Never in the place of a file that may hold what a registry answered.
  await writeFile(file, csv(header, fields), { flag: 'wx' })
  const tonnes = rows.reduce((sum, row) => sum + row.tonnes, 0)
  const lines = [
    ...(filledKg > 0 ? [filledLine(filledKg)] : []),
    `Wrote ${rows.length} rows, ${tonnes} t, to ${file}.`,
    'Fill in reference, retired_on and url (may be empty), then: retirements record FILE.',
  ]
  return {
    ok: true,
    lines,
    json: { ok: true, file, rows: rows.length, tonnes, filled_kg: filledKg },
  }
}

export const retirementsRecord: Command = {
  name: 'retirements record',
  takes: 'FILE [--fill]',
  does: 'records what registries have retired, all of the file or nothing',
  wordCount: 1,
  flags: ['fill'],
  run: async ({ db, flags, words: [path = ''] }) => {
    const source = await fileOnDisk(path)
    const recorded = await recordRetirements(db, source, { fill: flags.has('fill') })
    const { tonnes, batches, filledKg, faults } = recorded
    if (faults.length > 0) {
      const told = faults.slice(0, faultsMax).map(faultSentence)
      const more = faults.length - told.length
      const lines = [...told, ...(more > 0 ? [`… and ${more} more.`] : []), 'Nothing was recorded.']
      return { ok: false, lines, json: { ok: false, faults: faults.slice(0, faultsMax) } }
    }
    const lines = [
      ...(filledKg > 0 ? [filledLine(filledKg)] : []),
      `${tonnes} t of ${batches} batches are retired.`,
    ]
    return { ok: true, lines, json: { ok: true, tonnes, batches, filled_kg: filledKg } }
  },
}

export const retirementsCorrect: Command = {
  name: 'retirements correct',
  takes: 'REFERENCE --reason TEXT',
  does: 'takes a recorded retirement back by an opposite record',
  wordCount: 1,
  options: ['reason'],
  run: async ({ db, options, words: [reference = ''] }) => {
    const corrected = await correctRetirement(db, reference, options.reason ?? '')
    if (isProblem(corrected)) {
      const { problem: code, text: error = code } = corrected
      return { ok: false, lines: [error], json: { ok: false, code, error } }
    }
    const line = `${corrected.kg} kg of ${reference} are not retired any more.`
    return { ok: true, lines: [line], json: { ok: true, reference, ...corrected } }
  },
}

function filledLine(kg: number): string {
  return `The operator took ${kg} kg, so that part-filled tonnes are whole.`
}
