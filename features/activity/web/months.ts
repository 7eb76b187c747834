// Groups activity by month, as the pages of the passport are. Pure; months are the reader's own.
import type { ActivityEntry, MonthSums } from '#features/purchases/activity-contract.ts'
import { cameToNothing } from './entry-status.ts'

export type Month = {
  /** `2026-11`, by the reader's time zone. */
  readonly key: string
  /** Any moment of it, to be formatted. */
  readonly moment: string
  readonly entries: readonly ActivityEntry[]
  /** Of the whole month; undefined where the server was not asked for it. */
  readonly sums: MonthSums | undefined
}

function monthKey(moment: string): string {
  const date = new Date(moment)
  return `${date.getFullYear()}-${String(date.getMonth() + 1).padStart(2, '0')}`
}

/** Months in the order of their first entry, entries in theirs. */
export function groupByMonth(entries: readonly ActivityEntry[]): Month[] {
  const groups = new Map<string, ActivityEntry[]>()
  for (const entry of entries) {
    const key = monthKey(entry.created_at)
    const group = groups.get(key)
    if (group) group.push(entry)
    else groups.set(key, [entry])
  }
  return [...groups].map(([key, group]) => ({
    key,
    moment: group[0]?.created_at ?? '',
    entries: group,
    sums: group[0]?.month,
  }))
}

export type MonthPage = Month & {
  /** What is shown at first. */
  readonly rows: readonly ActivityEntry[]
  /** All that `rows` may grow to. */
  readonly allRows: readonly ActivityEntry[]
  /** What came to nothing, under a line of its own. */
  readonly tries: readonly ActivityEntry[]
  /** Only its heading and its sums are shown at first. */
  readonly isFolded: boolean
  /** How many of its rows a phone has room for. */
  readonly rowsOnPhone: number
}

type RowLimits = {
  /** Rows of one month; undefined sets no limit. */
  readonly perMonth: number | undefined
  /** Rows of all months together at first: a month that finds none left is folded. */
  readonly rowsMax: number
  /** The same on a phone; undefined sets no other limit. */
  readonly rowsOnPhone?: number | undefined
}

/** Each month with what is shown of it at first. What came to nothing takes one row's place. */
export function monthPages(entries: readonly ActivityEntry[], limits: RowLimits): MonthPage[] {
  let left = limits.rowsMax
  let leftOnPhone = limits.rowsOnPhone ?? Number.POSITIVE_INFINITY
  return groupByMonth(entries).map((month) => {
    const tries = month.entries.filter(cameToNothing)
    const allRows = month.entries.filter((entry) => !cameToNothing(entry)).slice(0, limits.perMonth)
    const isFolded = left <= 0
    const rowsOnPhone = Math.max(0, leftOnPhone)
    const rows = allRows.slice(0, Math.max(0, left))
    const taken = rows.length + Math.sign(tries.length)
    left -= taken
    leftOnPhone -= taken
    return { ...month, rows, allRows, tries, isFolded, rowsOnPhone }
  })
}
