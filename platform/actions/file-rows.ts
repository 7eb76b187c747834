// Describes what an action does with each row of a file, and counts the rows for the figures of its preview.
import type { Figure } from '#platform/database/audit/audit-trail.ts'
import { outcomeWords, type RowOutcome, rowOutcomes } from '#values/staff/row-outcomes.ts'

/** Maximum number of rows of a file whose outcomes are shown. */
export const shownRowsMax = 50_000

export type FileRow = {
  /** The line in the file; null for a stored row that the file lacks. */
  readonly line: number | null
  readonly outcome: RowOutcome
  /** The subject of the row, such as a serial number; empty if it could not be read. */
  readonly subject: string
  /** Why it is refused or left out, or what a person has to know. */
  readonly text?: string
  /** Fields with their old and new values. */
  readonly changes?: readonly Figure[]
}

/** Returns the rows by outcome, refused ones first, and then in the order of the file. */
function sortedRows(rows: readonly FileRow[]): FileRow[] {
  const rank = new Map(rowOutcomes.map((name, at) => [name, at] as const))
  const rankOf = ({ outcome }: FileRow) => rank.get(outcome) ?? 0
  return rows.toSorted(
    (one, other) => rankOf(one) - rankOf(other) || (one.line ?? 0) - (other.line ?? 0),
  )
}

/** Returns the number of rows of each outcome that occurs. */
function countedRows(rows: readonly FileRow[]): Figure[] {
  return rowOutcomes.flatMap((name) => {
    const count = rows.filter(({ outcome }) => outcome === name).length
    return count === 0 ? [] : [{ label: outcomeWords[name], before: null, after: rowsText(count) }]
  })
}

const rowsText = (count: number) => `${count} ${count === 1 ? 'row' : 'rows'}`

/** Returns the effect of an action with a file: its name, the numbers of rows, further figures, and the rows. */
export function fileEffect(
  name: string,
  rows: readonly FileRow[],
  further: readonly Figure[] = [],
): { readonly figures: readonly Figure[]; readonly rows: readonly FileRow[] } {
  const file = { label: 'File', before: null, after: name }
  return { figures: [file, ...countedRows(rows), ...further], rows: sortedRows(rows) }
}

/** Returns the sentence that says why a file cannot be taken, or null if no row is refused. */
export function refusalOfRows(rows: readonly FileRow[]): string | null {
  const refused = rows.filter(({ outcome }) => outcome === 'refused').length
  if (refused === 0) return null
  const are = refused === 1 ? 'is' : 'are'
  return `${rowsText(refused)} ${are} refused, so nothing is taken from the file.`
}

/** Returns the figure of a field, or none if it stays the same. A missing value is `none`. */
export function changeOf(
  label: string,
  before: string | number | null,
  after: string | number | null,
): Figure[] {
  if (before === after) return []
  const text = (value: string | number | null) => {
    const whole = value === null || value === '' ? 'none' : String(value)
    return whole.length > valueMax ? `${whole.slice(0, valueMax)}…` : whole
  }
  return [{ label, before: text(before), after: text(after) }]
}

/** Maximum number of characters of a shown value. */
const valueMax = 120
