// Groups activity by month, as the pages of the passport are. Pure; months are the reader's own.
import type { ActivityEntry, MonthSums } from '../contract.ts'

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
  const groups = Map.groupBy(entries, (entry) => monthKey(entry.created_at))
  return [...groups].map(([key, group]) => ({
    key,
    moment: group[0]?.created_at ?? '',
    entries: group,
    sums: group[0]?.month,
  }))
}

/** Whether it came to nothing: expired, cancelled or failed. */
export function isQuiet({ status }: ActivityEntry): boolean {
  return status === 'EXPIRED' || status === 'FAILED'
}

/** The first `count` entries in their order; what came to nothing never takes the place of another. */
export function foremost(entries: readonly ActivityEntry[], count = entries.length) {
  const loud = entries.filter((entry) => !isQuiet(entry))
  const chosen = new Set([...loud, ...entries.filter(isQuiet)].slice(0, count))
  return entries.filter((entry) => chosen.has(entry))
}
