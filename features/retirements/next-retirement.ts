// Computes the age of the oldest due tonne and the day by which it must be retired. Sets the metrics of retirements.
import type { Db } from '#platform/database/database.ts'
import { openKnownGauge } from '#platform/metrics.ts'
import { countUnconfirmed } from './confirmation-queries.ts'
import { findOldestDue } from './retirement-queries.ts'

const dayMs = 86_400_000

export type NextRetirement = {
  /** The time when the oldest due tonne was wholly sold. */
  readonly dueSince: Date
  /** The last day on which the tonne may be retired, in UTC, such as `2026-11-22`. */
  readonly by: string
  readonly isOverdue: boolean
}

/** Returns the next retirement. Returns null if no whole tonne is due. */
export async function readNextRetirement(db: Db, time: Time): Promise<NextRetirement | null> {
  const { due_since: dueSince } = await findOldestDue(db)
  return dueSince === null ? null : nextRetirementOf(dueSince, time)
}

type Time = { readonly retirementDays: number; readonly now: Date }

/** Returns the retirement of a tonne that was wholly sold at `dueSince`. */
export function nextRetirementOf(dueSince: Date, { retirementDays, now }: Time): NextRetirement {
  const by = dayOf(new Date(dueSince.getTime() + retirementDays * dayMs))
  return { dueSince, by, isOverdue: by < dayOf(now) }
}

const dayOf = (moment: Date) => moment.toISOString().slice(0, 10)

/** Returns the whole days between two times, at least 0. */
export function daysBetween(from: Date, to: Date): number {
  return Math.max(0, Math.floor((to.getTime() - from.getTime()) / dayMs))
}

const dueTonnes = openKnownGauge({
  name: 'retirements_due_tonnes',
  help: 'Whole tonnes that are sold, not retired and not held back by a dispute or a refund.',
})
const oldestDueSeconds = openKnownGauge({
  name: 'retirements_due_oldest_seconds',
  help: 'Seconds since the oldest due tonne was sold whole; 0 where none is due.',
})
const allowedSeconds = openKnownGauge({
  name: 'retirements_allowed_seconds',
  help: 'Seconds that a due tonne may wait for its retirement (RETIREMENT_DAYS).',
})

const unlistedTonnes = openKnownGauge({
  name: 'retirements_unlisted_tonnes',
  help: 'Recorded tonnes that the newest list of their registry, taken 30 days later or more, does not confirm.',
})
const unrecordedBatches = openKnownGauge({
  name: 'retirements_unrecorded_batches',
  help: 'Batches with units that the newest list of their registry shows as retired and no record has.',
})

/** Sets the metrics. Returns 0, so that no further round follows immediately. */
export async function watchRetirements(db: Db, retirementDays: number): Promise<number> {
  const { due_kg, due_since } = await findOldestDue(db)
  dueTonnes.set(due_kg / 1_000)
  oldestDueSeconds.set(
    due_since === null ? 0 : Math.max(0, (Date.now() - due_since.getTime()) / 1_000),
  )
  allowedSeconds.set((retirementDays * dayMs) / 1_000)
  const { unlisted_kg, unrecorded_batches } = await countUnconfirmed(db)
  unlistedTonnes.set(unlisted_kg / 1_000)
  unrecordedBatches.set(unrecorded_batches)
  return 0
}
