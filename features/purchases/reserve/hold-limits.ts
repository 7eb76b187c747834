// Decides how much one buyer may hold without paying: open reservations, their kilograms in one
// batch, and expired holds. Pure, over rows read under locks.
import type { Order } from '#features/purchases/reserve/order.ts'
import { type Problem, problem } from '#values/problem.ts'

/** Abandoned holds that an hour allows in addition to the maximum of open reservations. */
const abandonedBeyondOpen = 2
/** Kilograms that may always be held, so that a buyer gets the last ones of a batch. */
const smallHoldKg = 100

/**
 * A buyer's holds, and those that expired within the hour. Holds that a reward pays for do not
 * count.
 */
export type PersonHolds = {
  open: number
  /** Open holds whose card is being authorised. */
  readonly asking: number
  readonly abandoned: number
  /** Seconds until the oldest abandoned hold is an hour old. */
  readonly abandonedWaitSeconds: number
  readonly openKgByBatch: Map<string, number>
  readonly abandonedBatches: ReadonlySet<string>
}

export type HoldLimits = {
  readonly openReservationsMax: number
  readonly openKgMax: number
}

export const noHolds = (): PersonHolds => ({
  open: 0,
  asking: 0,
  abandoned: 0,
  abandonedWaitSeconds: 0,
  openKgByBatch: new Map(),
  abandonedBatches: new Set(),
})

/** Returns a refusal where the buyer has too many open reservations, or let too many expire. */
export function refusedByCount(
  { rewardId }: Order,
  { open, abandoned, abandonedWaitSeconds }: PersonHolds,
  { openReservationsMax }: HoldLimits,
): Problem<'too_many_reservations' | 'rate_limited'> | null {
  if (open >= openReservationsMax) return problem('too_many_reservations')
  const isSpent = abandoned > 0 && open + abandoned >= openReservationsMax + abandonedBeyondOpen
  if (rewardId !== null || !isSpent) return null
  return problem('rate_limited', { retryAfterSeconds: Math.max(1, abandonedWaitSeconds) })
}

/**
 * Returns a refusal where the order would hold too much of its batch. A first order may take all of
 * it; a buyer with holds or expired holds there must leave others a share.
 */
export function refusedByKg(
  { batchId, quantityKg, rewardId }: Order,
  { openKgByBatch, abandonedBatches }: PersonHolds,
  availableKg: number,
  { openKgMax }: HoldLimits,
): Problem<'too_many_reservations' | 'insufficient_stock'> | null {
  if (rewardId !== null) return null
  const openKg = openKgByBatch.get(batchId) ?? 0
  if (openKg + quantityKg > openKgMax) return problem('too_many_reservations')
  if (openKg === 0 && !abandonedBatches.has(batchId)) return null
  const restKg = fairShareKg(availableKg + openKg) - openKg
  if (quantityKg <= restKg) return null
  return openKg > 0 ? problem('too_many_reservations') : onlyLeft(restKg)
}

/**
 * Returns a refusal where a purchase that waits for the bank would hold too much: without an
 * authorised payment a silent buyer could block a whole batch. `waitingKg` are the buyer's other
 * unpaid kilograms of the batch.
 */
export function refusedByBankStep(
  quantityKg: number,
  waitingKg: number,
  availableKg: number,
): Problem<'too_many_reservations' | 'insufficient_stock'> | null {
  const restKg = fairShareKg(availableKg + waitingKg + quantityKg) - waitingKg
  if (quantityKg <= restKg) return null
  return restKg > 0 ? onlyLeft(restKg) : problem('too_many_reservations')
}

/** Counts an accepted order for the orders after it in the same group. */
export function countHold({ batchId, quantityKg, rewardId }: Order, holds: PersonHolds): void {
  holds.open += 1
  if (rewardId !== null) return
  holds.openKgByBatch.set(batchId, (holds.openKgByBatch.get(batchId) ?? 0) + quantityKg)
}

/**
 * Returns half of `unsoldKg`, the kilograms that all buyers could still get, but at least
 * `smallHoldKg`.
 */
function fairShareKg(unsoldKg: number): number {
  return Math.max(smallHoldKg, Math.floor(unsoldKg / 2))
}

export function onlyLeft(availableKg: number): Problem<'insufficient_stock'> {
  return problem('insufficient_stock', {
    text: `Only ${availableKg} kg left in this batch.`,
    fields: { kg_available: availableKg },
  })
}
