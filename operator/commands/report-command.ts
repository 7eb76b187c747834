// Defines the command that prints a report as CSV.
import { accountsReport as saveReport } from '#features/accounts/reports/report-actions.ts'
import { actionCommand } from '#operator/action-command.ts'
import { withDatabase } from '#operator/with-services.ts'
import { spreadsheetLine } from '#values/text/csv-text.ts'
import type { Command, Context } from './command.ts'

export const accountsReport: Command = actionCommand({
  action: saveReport,
  usage: 'REPORT --from MONTH --to MONTH',
  example: 'sales --from 2026-01 --to 2026-10',
  optionTexts: {
    from: 'the first month, such as 2026-01, in UTC',
    to: 'the last month; stock is that of now',
  },
  open: withDatabase,
  input: ({ words: [report], options: { from, to } }: Context) => ({ report, from, to }),
  words: { report: 'REPORT' },
  misuses: ['invalid_months'],
  outcome: ({ details: { name, columns, rows } }) => ({
    ok: true,
    lines: [columns, ...rows].map((fields) => spreadsheetLine(fields).slice(0, -1)),
    json: {
      ok: true,
      report: name,
      rows: rows.map((fields) =>
        Object.fromEntries(columns.map((column, at) => [column, fields[at] ?? null])),
      ),
    },
  }),
})
