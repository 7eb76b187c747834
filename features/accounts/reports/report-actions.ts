// The action with which staff save a report as a CSV file.
import { z } from 'zod'
import { type Action, action, figure } from '#platform/actions/action.ts'
import { choiceField, monthField } from '#platform/actions/fields.ts'
import type { Database } from '#platform/database/database.ts'
import { problem } from '#values/problem.ts'
import { spreadsheetLine } from '#values/text/csv-text.ts'
import { type Report, type ReportName, readReport } from './read-report.ts'

type Services = { readonly db: Database }

/** Maximum number of months of a report. */
const monthsMax = 36

const reportTexts = {
  sales: 'Purchases by month, country and currency, and those taken back since.',
  kilograms: 'Kilograms sold, returned, replaced and retired, by month and batch.',
  people: 'Sign-ups, deletions and buyers by month and country.',
  stock: 'Batches as they are now, with price and value.',
  programmes: 'Money that programmes received, gave and took back, by month.',
  cohorts: 'People by the month of their sign-up, and how many bought later.',
} as const satisfies Readonly<Record<ReportName, string>>

export type SavedReport = Report & { readonly name: ReportName }

export const accountsReport: Action<Services, SavedReport> = action({
  name: 'accounts report',
  title: 'Save a report',
  summary: 'Saves sales, kilograms, people, stock, programmes or cohorts by month as a CSV file.',
  roles: ['money', 'admin'],
  needsReason: false,
  isSensitive: false,
  approval: 'never',
  input: z.object({
    report: choiceField({ title: 'Report' }, reportTexts),
    from: monthField({ title: 'First month', description: 'Such as 2026-01, in UTC.' }),
    to: monthField({ title: 'Last month', description: 'Stock is that of now.' }),
  }),
  run: async ({ services: { db }, record }, { report: name, from, to }) => {
    if (to.first < from.first) {
      return problem('invalid_months', { text: 'The first month is after the last.' })
    }
    if (monthsBetween(from.first, to.next) > monthsMax) {
      return problem('invalid_months', { text: `A report has at most ${monthsMax} months.` })
    }
    const report = await readReport(db, name, from.first, to.next)
    const figures = [
      figure('Report', name),
      figure('Months', name === 'stock' ? 'now' : `${from.name} to ${to.name}`),
      figure('Rows', report.rows.length),
    ]
    // The row comes before the answer, so that no file is handed out without it.
    await db.transaction((tx) => record(tx, [name], { effect: { figures } }))
    const text = [report.columns, ...report.rows].map(spreadsheetLine).join('')
    const details = { ...report, name }
    return { figures, details, secrets: [figure(`${name}.csv`, text)] }
  },
})

function monthsBetween(first: string, next: string): number {
  const [from, until] = [first, next].map((day) => new Date(day))
  if (from === undefined || until === undefined) return 0
  const years = until.getUTCFullYear() - from.getUTCFullYear()
  return years * 12 + until.getUTCMonth() - from.getUTCMonth()
}

export const reportActions = [accountsReport]
