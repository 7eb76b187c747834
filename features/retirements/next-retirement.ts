// Computes the age of the oldest due tonne, and the promised day of the next retirement.

import type { Db } from '#platform/database/database.ts'
import { openKnownGauge } from '#platform/known-gauge.ts'
import { findOldestDue } from './retirement-queries.ts'

const dayMs = 86_400_000

export type NextRetirement = {
  /** When the oldest due tonne was sold whole. */
  readonly dueSince: Date
  /** `2026-11-22`, in UTC. */
  readonly by: string
  readonly isOverdue: boolean
}

/** Returns the next retirement; null where no whole tonne is due. */
export async function readNextRetirement(
  db: Db,
  { retirementDays, now }: { readonly retirementDays: number; readonly now: Date },
): Promise<NextRetirement | null> {
  const { due_since: dueSince } = await findOldestDue(db)
  if (dueSince === null) return null
  const by = dayOf(new Date(dueSince.getTime() + retirementDays * dayMs))
  return { dueSince, by, isOverdue: by < dayOf(now) }
}

const dayOf = (moment: Date) => moment.toISOString().slice(0, 10)

/** Returns the whole days between two times, at least 0. */
export function daysBetween(from: Date, to: Date): number {
  return Math.max(0, Math.floor((to.getTime() - from.getTime()) / dayMs))
}

const tonnes = openKnownGauge({
  name: 'retirements_due_tonnes',
  help: 'Whole tonnes that are sold, not retired and not held back by a dispute or a refund.',
})
const oldest = openKnownGauge({
  name: 'retirements_due_oldest_seconds',
  help: 'Seconds since the oldest due tonne was sold whole; 0 where none is due.',
})
const allowed = openKnownGauge({
  name: 'retirements_allowed_seconds',
  help: 'Seconds that a due tonne may wait for its retirement (RETIREMENT_DAYS).',
})

/** Reads the age and sets the metrics. Returns 0: the next round is not urgent. */
export async function watchRetirements(db: Db, retirementDays: number): Promise<number> {
  const { due_kg, due_since } = await findOldestDue(db)
  tonnes.set(due_kg / 1_000)
  oldest.set(due_since === null ? 0 : Math.max(0, (Date.now() - due_since.getTime()) / 1_000))
  allowed.set((retirementDays * dayMs) / 1_000)
  return 0
}
