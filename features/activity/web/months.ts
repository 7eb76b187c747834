// Groups activity by month, in the user's time zone. Pure.
import type { ActivityEntry, MonthSums } from '#features/purchases/activity-calls.ts'

export type Month = {
  /** A month such as `2026-11`, in the user's time zone. */
  readonly key: string
  /** A time in the month, from which its name is formatted. */
  readonly moment: string
  readonly entries: readonly ActivityEntry[]
  /** Sums of the whole month. Undefined if they were not requested. */
  readonly sums: MonthSums | undefined
}

function monthKey(moment: string): string {
  const date = new Date(moment)
  return `${date.getFullYear()}-${String(date.getMonth() + 1).padStart(2, '0')}`
}

/** Groups the entries by month. Months and entries keep the order of `entries`. */
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
