// The actions with which staff retire tonnes: the file for the registries, the record of their answers, its
// confirmation by a registry's public list, and its correction.
import { z } from 'zod'
import { type Action, action, auditBy, figure } from '#platform/actions/action.ts'
import { fileField, flagField, textField } from '#platform/actions/fields.ts'
import { type FileRow, fileEffect, refusalOfRows } from '#platform/actions/file-rows.ts'
import type { Figure } from '#platform/database/audit/audit-trail.ts'
import type { Database } from '#platform/database/database.ts'
import { dayOf } from '#providers/registries/tables/day-of.ts'
import { faultSentence, sourceOfText } from '#providers/registries/tables/file-source.ts'
import { isProblem, problem } from '#values/problem.ts'
import { spreadsheetLine } from '#values/text/csv-text.ts'
import { type ConfirmResult, confirmRetirements } from './confirm-retirements.ts'
import { correctRetirement } from './correct-retirement.ts'
import { exportDue, fillAll } from './export-due.ts'
import { recordRetirements } from './record-retirements.ts'
import { exportColumns, fieldsOfExport } from './retirement-file.ts'

type Services = { readonly db: Database }

const rules = {
  roles: ['registry', 'admin'],
  needsReason: true,
  isSensitive: true,
  approval: 'never',
} as const
const fill = flagField({
  title: 'Fill part-sold tonnes',
  description: 'First gives the rest of each partly sold tonne to the operator.',
})
const sameReference = 'Allow a reference of another batch'

const retirementsExport: Action<Services> = action({
  name: 'retirements export',
  title: 'Export what is due',
  summary: 'Writes the file of the tonnes that the registries are to retire.',
  ...rules,
  input: z.object({ fill }),
  run: async ({ services: { db }, record, recordNext }, { fill: fills }) => {
    const filledKg = fills ? await fillAll(db, (tx, about) => recordNext(tx, about)) : 0
    const rows = await exportDue(db)
    if (rows.length === 0) return problem('nothing_due', { text: 'No whole tonne is due.' })
    const tonnes = rows.reduce((sum, row) => sum + row.tonnes, 0)
    const batches = [...new Set(rows.map(({ batchId }) => batchId))]
    await db.transaction((tx) => record(tx, batches))
    const lines = [exportColumns, ...rows.map(fieldsOfExport)].map(spreadsheetLine)
    return {
      figures: [
        ...(filledKg > 0 ? [figure('Kilograms that the operator takes', `${filledKg} kg`)] : []),
        figure('Rows', rows.length),
        figure('Tonnes', `${tonnes} t`),
      ],
      secrets: [figure('due.csv', lines.join(''))],
    }
  },
})

const retirementsRecord: Action<Services> = action({
  name: 'retirements record',
  title: 'Record retirements',
  summary: 'Records what the registries have retired, from the completed file: all rows, or none.',
  ...rules,
  input: z.object({
    file: fileField(
      { title: 'File', description: 'The exported file with reference, retired_on and url.' },
      '.csv,.txt,text/csv',
    ),
    fill,
    same_reference: flagField({ title: sameReference }),
  }),
  run: async ({ services, record }, { file, fill: fills, same_reference: allowsSameReference }) => {
    const report: FileRow[] = []
    const effectOf = () => fileEffect(file.name, report.map(inTitles))
    const { faults } = await recordRetirements(services.db, sourceOfText(file), {
      ...{ fill: fills, allowsSameReference, report },
      today: new Date().toISOString().slice(0, 10),
      audit: (tx, about) => record(tx, about, { effect: effectOf() }),
    })
    const [fault] = faults
    if (fault !== undefined) {
      return { ...effectOf(), refusal: refusalOfRows(report) ?? faultSentence(fault) }
    }
    return effectOf()
  },
})

/** Returns the row with the title of the field in place of the command's option. */
function inTitles({ text, ...row }: FileRow): FileRow {
  if (text === undefined) return row
  return { ...row, text: text.replaceAll('--same-reference', `“${sameReference}”`) }
}

const takenOn = z
  .string()
  .trim()
  .regex(/^(\d{4}-\d\d-\d\d)?$/, 'A day is written as 2026-04-13.')
  .refine((text) => text === '' || dayOf(text) !== undefined, 'There is no such day.')
  .default('')
  .meta({
    title: 'Taken on',
    description: 'The day on which the registry showed the list. Empty means today (UTC).',
  })

const retirementsConfirm: Action<Services, ConfirmResult> = action({
  name: 'retirements confirm',
  title: 'Confirm by a list',
  summary:
    'Confirms records by a registry’s public list, and takes batches with unrecorded units off sale.',
  ...rules,
  input: z.object({
    file: fileField(
      { title: 'File', description: 'The list of the registry, as it publishes it.' },
      '.csv,.txt,text/csv',
    ),
    taken: takenOn,
    project: textField({
      title: 'Only project',
      description: 'If the list has one project only: its id at the registry.',
    }).optional(),
  }),
  run: async ({ services, record }, { file, taken, project = null }) => {
    const report: FileRow[] = []
    const today = new Date().toISOString().slice(0, 10)
    const kept: { effect: ReturnType<typeof fileEffect> } = { effect: fileEffect(file.name, []) }
    const confirmed = await confirmRetirements(services.db, sourceOfText(file), {
      ...{ takenOn: taken === '' ? today : taken, today, project, report },
      audit: (tx, about, done) => {
        kept.effect = fileEffect(file.name, report, confirmFigures(done))
        return record(tx, about, { effect: kept.effect })
      },
    })
    const [fault] = confirmed.faults
    if (fault !== undefined) return { ...kept.effect, refusal: faultSentence(fault) }
    return { ...kept.effect, details: confirmed }
  },
})

type Corrected = { readonly kg: number; readonly records: number }

export const retirementsCorrect: Action<Services, Corrected> = action({
  name: 'retirements correct',
  title: 'Correct a retirement',
  summary: 'Reverses a recorded retirement with an opposite record.',
  ...rules,
  input: z.object({ reference: textField({ title: 'Reference of the registry' }) }),
  run: async ({ services, reason, record }, { reference }) => {
    // A preview may have no reason yet.
    const because = reason === '' ? 'preview' : reason
    const corrected = await correctRetirement(services.db, reference, because, auditBy(record))
    if (isProblem(corrected)) return corrected
    return {
      figures: [
        figure('Kilograms that are not retired any more', `${corrected.kg} kg`),
        figure('Records', corrected.records),
      ],
      details: corrected,
    }
  },
})

function confirmFigures(done: Omit<ConfirmResult, 'faults'>): Figure[] {
  const unconfirmedTonnes = done.unconfirmed.reduce((sum, { tonnes }) => sum + tonnes, 0)
  return [
    figure('Rows of the list', done.rows),
    ...(done.leftOut > 0 ? [figure('Rows left out', done.leftOut)] : []),
    figure('Tonnes confirmed', `${done.confirmedTonnes} t`),
    ...(done.knownTonnes > 0 ? [figure('Tonnes confirmed before', `${done.knownTonnes} t`)] : []),
    ...(unconfirmedTonnes > 0 ? [figure('Tonnes not confirmed', `${unconfirmedTonnes} t`)] : []),
    ...(done.withdrawn.length > 0
      ? [figure('Batches taken off sale', done.withdrawn.join(', '))]
      : []),
  ]
}

export const retirementActions = [
  retirementsExport,
  retirementsRecord,
  retirementsConfirm,
  retirementsCorrect,
]
