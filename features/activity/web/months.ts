// Groups activity by month, in the user's time zone. Pure.
import type { ActivityEntry, MonthSums } from '#features/purchases/activity-calls.ts'
import { cameToNothing } from './entry-status.ts'

export type Month = {
  /** `2026-11`, in the user's time zone. */
  readonly key: string
  /** Any time of the month, for its formatted name. */
  readonly moment: string
  readonly entries: readonly ActivityEntry[]
  /** Sums of the whole month; undefined where they were not requested. */
  readonly sums: MonthSums | undefined
}

function monthKey(moment: string): string {
  const date = new Date(moment)
  return `${date.getFullYear()}-${String(date.getMonth() + 1).padStart(2, '0')}`
}

/** Returns months in the order of their first entry, with their entries in order. */
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
  /** Rows shown initially. */
  readonly rows: readonly ActivityEntry[]
  /** All rows that `rows` may grow to. */
  readonly allRows: readonly ActivityEntry[]
  /** Expired and failed purchases, on a line of their own. */
  readonly tries: readonly ActivityEntry[]
  /** Whether only its heading and its sums are shown initially. */
  readonly isFolded: boolean
  /** How many of its rows a phone shows. */
  readonly rowsOnPhone: number
}

type RowLimits = {
  /** Most rows of one month; undefined for no limit. */
  readonly perMonth: number | undefined
  /** Most rows of all months initially. A month beyond the limit is folded. */
  readonly rowsMax: number
  /** Most rows on a phone; undefined for the same limit. */
  readonly rowsOnPhone?: number | undefined
}

/** Returns each month with its initial rows. Expired and failed purchases take one row. */
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
