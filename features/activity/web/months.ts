// Groups activity by month, as the pages of the passport are. Pure; months are the reader's own.
import type { ActivityEntry } from '../contract.ts'

export type Month = {
  /** `2026-11`, by the reader's time zone. */
  readonly key: string
  /** Any moment of it, to be formatted. */
  readonly moment: string
  readonly entries: readonly ActivityEntry[]
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
  }))
}
