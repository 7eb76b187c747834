// Reads a report as a table for spreadsheets: a header and rows. Amounts are in units of their currency.
import type { Database } from '#platform/database/database.ts'
import { decimalsOf } from '#values/money/currencies.ts'
import { microsToUnits, minorToUnits } from '#values/money/money.ts'
import type { Field } from '#values/text/csv-text.ts'
import { reports } from './report-queries.ts'

export type ReportName = keyof typeof reports

export type Report = {
  readonly columns: readonly string[]
  readonly rows: readonly (readonly Field[])[]
}

/** Returns the report of the days from `from` on, before `until`, in UTC. Stock is that of now. */
export async function readReport(
  db: Database,
  name: ReportName,
  from: string,
  until: string,
): Promise<Report> {
  const { columns, read } = reports[name]
  const rows: readonly Row[] = await read(db, from, until)
  const names = Object.keys(columns)
  return {
    columns: names.map((column) => column.replace(/_(minor|micros)$/, '')),
    rows: rows.map((row) => names.map((column) => cellOf(row, column))),
  }
}

type Row = Readonly<Record<string, Field>>

/** Returns a cell, with an amount in units of the row's currency. */
function cellOf(row: Row, column: string): Field {
  const value = row[column] ?? null
  if (value === null) return null
  if (column.endsWith('_micros')) return microsToUnits(Number(value))
  if (!column.endsWith('_minor')) return value
  const currency = column === 'stock_minor' ? row.cost_currency : row.currency
  return minorToUnits(Number(value), decimalsOf(String(currency)))
}
