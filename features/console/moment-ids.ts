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
  /** Excluded. No id has only zeros after its time. */
  readonly afterId: string
  /** Excluded. */
  readonly beforeId: string
  /** Included. */
  readonly since: Date
  /** Excluded. */
  readonly before: Date
}

/**
 * Returns the bounds of rows from the day `since` to the day `until`, both included, in UTC. Newest first, their
 * ids are below `after`; oldest first, above it. An id contains the time of the insert, which follows the transaction's `created_at` within an hour.
 */
export function boundsOf({
  since,
  until,
  after,
  order = 'newest',
}: {
  readonly since?: string | undefined
  readonly until?: string | undefined
  readonly after: string | null
  readonly order?: 'newest' | 'oldest'
}): MomentBounds {
  const from = since === undefined ? null : startOfDate(since)
  const before = until === undefined ? endOfTime : new Date(startOfDate(until).getTime() + dayMs)
  const afterIds = [from === null ? firstId : firstIdAt(from)]
  const beforeIds = [until === undefined ? lastId : firstIdAt(new Date(before.getTime() + hourMs))]
  if (after !== null) (order === 'newest' ? beforeIds : afterIds).push(after)
  return {
    afterId: afterIds.toSorted().at(-1) ?? firstId,
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
