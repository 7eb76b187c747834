// Writes a programme's statement as CSV for a spreadsheet: for each currency and side the opening, the movements of each
// day, and the closing, with the balance after each row.
import { minorToUnits } from '#values/money/money.ts'
import { type Field, spreadsheetLine } from '#values/text/csv-text.ts'
import { type ProgrammeStatement, type StatementSide, sides } from './programme-statement.ts'

const header = 'programme,month,currency,side,date,entry,postings,amount,balance'.split(',')

/** Returns the lines with their line ends. The last row of a month that is not over has the entry `balance so far`. */
export function programmeStatementLines(statement: ProgrammeStatement): string[] {
  const { id, month, currencies } = statement
  const rows = currencies.flatMap(({ currency, ...ofCurrency }) =>
    sides.flatMap((side) =>
      rowsOf(ofCurrency[side], statement).map((row) => [id, month, currency, side, ...row]),
    ),
  )
  return [header, ...rows].map(spreadsheetLine)
}

/** Amounts are numbers, because a spreadsheet takes a text with a minus for a formula. */
function rowsOf(
  { openingMinor, days, closingMinor }: StatementSide,
  { firstDay, lastDay, isOver }: ProgrammeStatement,
): Field[][] {
  let balanceMinor = openingMinor
  return [
    [firstDay, 'opening', null, null, minorToUnits(openingMinor)],
    ...days.map(({ day, kind, postings, amountMinor }) => {
      balanceMinor += amountMinor
      return [day, kind, postings, minorToUnits(amountMinor), minorToUnits(balanceMinor)]
    }),
    [lastDay, isOver ? 'closing' : 'balance so far', null, null, minorToUnits(closingMinor)],
  ]
}
