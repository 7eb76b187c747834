// Converts moments to the bounds of ids that contain their time, so that a list by day reads the primary key.

const hourMs = 3_600_000
const dayMs = 24 * hourMs

/** Returns the smallest UUID of version 7 at a time. */
export function firstIdAt(moment: Date): string {
  const hex = moment.getTime().toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`
}

const lastId = 'ffffffff-ffff-ffff-ffff-ffffffffffff'
const firstId = '00000000-0000-0000-0000-000000000000'
const endOfTime = new Date('9999-12-31T00:00:00Z')

export type MomentBounds = {
  /** Included. */
  readonly firstId: string
  /** Excluded. */
  readonly beforeId: string
  /** Included. */
  readonly since: Date
  /** Excluded. */
  readonly before: Date
}

/**
 * Returns the bounds of rows from the day `since` to the day `until`, both included, in UTC, with ids below
 * `after`. An id contains the time of the insert, which follows the transaction's `created_at` within an hour.
 */
export function boundsOf({
  since,
  until,
  after,
}: {
  readonly since?: string | undefined
  readonly until?: string | undefined
  readonly after: string | null
}): MomentBounds {
  const from = since === undefined ? null : startOfDate(since)
  const before = until === undefined ? endOfTime : new Date(startOfDate(until).getTime() + dayMs)
  const beforeIds = [
    after ?? lastId,
    ...(until === undefined ? [] : [firstIdAt(new Date(before.getTime() + hourMs))]),
  ]
  return {
    firstId: from === null ? firstId : firstIdAt(from),
    beforeId: beforeIds.toSorted()[0] ?? lastId,
    since: from ?? new Date(0),
    before,
  }
}

/** Returns the start of a date such as `2026-11-27` in UTC; 1970 for earlier dates, before which there are no rows. */
const startOfDate = (date: string) => new Date(Math.max(0, new Date(date).getTime()))

/** Returns the first moment of the day in UTC that is `days` before today. */
export function startOfDay(nowMs: number, days: number): Date {
  return new Date(Math.floor(nowMs / dayMs) * dayMs - days * dayMs)
}
