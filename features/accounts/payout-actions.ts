// The action with which staff take the card provider's report into the books.
import { z } from 'zod'
import { type Action, action, figure } from '#platform/actions/action.ts'
import { fileField } from '#platform/actions/fields.ts'
import { type FileRow, fileEffect, shownRowsMax } from '#platform/actions/file-rows.ts'
import type { Database } from '#platform/database/database.ts'
import { faultSentence, sourceOfText } from '#providers/registries/tables/file-source.ts'
import { decimalsOf } from '#values/money/currencies.ts'
import { minorText } from '#values/money/money.ts'
import { postedSums } from './posted-sums.ts'
import { type RecordedReport, recordPayouts } from './record-payouts.ts'

type Services = { readonly db: Database }

const accountsPayouts: Action<Services> = action({
  name: 'accounts payouts',
  title: 'Record a report of payouts',
  summary: 'Takes Stripe’s balance report into the books, each line once, and names differences.',
  roles: ['money', 'admin'],
  needsReason: true,
  isSensitive: true,
  approval: 'never',
  input: z.object({
    file: fileField(
      { title: 'File', description: 'An itemised report of Stripe: CSV.' },
      '.csv,.txt,text/csv',
    ),
  }),
  run: async ({ services, record }, { file }) => {
    const recorded = await recordPayouts(
      services.db,
      sourceOfText(file),
      (tx, about, report) => record(tx, about, { effect: effectOf(file.name, report) }),
      shownRowsMax,
    )
    if (!('faults' in recorded)) return effectOf(file.name, recorded)
    const rows = recorded.faults.map(({ line, fault }): FileRow => {
      return { line, outcome: 'refused', subject: '', text: fault }
    })
    const [first] = recorded.faults
    return {
      ...fileEffect(file.name, rows),
      refusal: first === undefined ? 'The file is refused.' : faultSentence(first),
    }
  },
})

const effectOf = (name: string, report: RecordedReport) =>
  fileEffect(name, rowsOf(report), postedFigures(report))

/** Returns a row for each difference from the ledger, and one for each line of the report. */
function rowsOf({ outcomes, differences, unreported }: RecordedReport): FileRow[] {
  return [
    ...differences.map(({ lines, about, difference }): FileRow => {
      return { line: lines[0] ?? null, outcome: 'different', subject: about, text: difference }
    }),
    ...unreported.map(({ tx_id: subject, kind, amount, currency }): FileRow => {
      const text = `In no report yet: ${kind}, ${amount} ${currency}.`
      return { line: null, outcome: 'different', subject, text }
    }),
    ...outcomes.map(({ line, row, isNew }): FileRow => {
      const { id: subject, category, grossMinor, currency } = row
      const text = `${category}, ${minorText(grossMinor, decimalsOf(currency))} ${currency}`
      return { line, outcome: isNew ? 'new' : 'unchanged', subject, text }
    }),
  ]
}

function postedFigures({ posted }: RecordedReport) {
  return postedSums(posted).map(({ flow, currency, minor }) =>
    figure(
      `Posted: ${flow.replace('->', 'to')}`,
      `${minorText(minor, decimalsOf(currency))} ${currency}`,
    ),
  )
}

export const payoutActions = [accountsPayouts]
