// The action with which staff make entries by hand. A second person approves it, and sees every entry.
import { z } from 'zod'
import { type Action, type ActionEffect, action, figure } from '#platform/actions/action.ts'
import { fileField } from '#platform/actions/fields.ts'
import { type FileRow, fileEffect } from '#platform/actions/file-rows.ts'
import type { Database } from '#platform/database/database.ts'
import { faultSentence, sourceOfText } from '#providers/registries/tables/file-source.ts'
import { utcDayOf } from '#values/text/utc-day.ts'
import { entryText, type RecordedEntries, recordEntries } from './record-entries.ts'

type Services = { readonly db: Database; readonly clock: () => number }

export type DoneEntries = { readonly entries: RecordedEntries }

export const accountsEntry: Action<Services, DoneEntries> = action({
  name: 'accounts entry',
  title: 'Make entries',
  summary: 'Takes a file of entries into the books, such as bank charges or corrections.',
  roles: ['money', 'admin'],
  needsReason: true,
  isSensitive: true,
  approval: 'always',
  input: z.object({
    file: fileField(
      {
        title: 'File',
        description: 'CSV with debit, credit, amount, currency, value_date, reason.',
      },
      '.csv,.txt,text/csv',
    ),
  }),
  run: async ({ services: { db, clock }, record }, { file }) => {
    const today = utcDayOf(new Date(clock()))
    const recorded = await recordEntries(db, sourceOfText(file), today, (tx, ids, entries) =>
      record(tx, ids, { effect: effectOf(file.name, entries) }),
    )
    if (!('faults' in recorded)) {
      return { ...effectOf(file.name, recorded), details: { entries: recorded } }
    }
    const rows = recorded.faults.map(({ line, fault }): FileRow => {
      return { line, outcome: 'refused', subject: '', text: fault }
    })
    const refusal = recorded.faults.slice(0, refusedMax).map(faultSentence).join('\n')
    return { ...fileEffect(file.name, rows), refusal }
  },
})

/** Maximum number of refused rows that the sentence of a refusal names. */
const refusedMax = 20

/** Returns a figure and a row for each entry, because the approver sees the figures. */
function effectOf(name: string, entries: RecordedEntries): ActionEffect {
  const rows = entries.map((entry): FileRow => {
    return { line: entry.line, outcome: 'new', subject: entry.debit.name, text: entryText(entry) }
  })
  const shown = entries.map((entry) => figure(`Line ${entry.line}`, entryText(entry)))
  return fileEffect(name, rows, shown)
}

export const entryActions = [accountsEntry]
