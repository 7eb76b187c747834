// Limits how much a buyer may hold without paying: open reservations, their kilograms of one batch, and
// abandoned holds.
import type { Order } from '#features/purchases/reserve/order.ts'
import { type Problem, problem } from '#values/problem.ts'

/**
 * The sum of open holds and of holds abandoned within an hour may exceed the maximum of open reservations
 * by this number.
 */
const extraAbandonedHolds = 2
/** Kilograms that a buyer may always hold, so that the last kilograms of a batch can be bought. */
const smallHoldKg = 100

/**
 * A buyer's open holds, and holds abandoned within the last hour. Kilograms and abandoned holds do not count
 * purchases that a reward pays for.
 */
export type PersonHolds = ReturnType<typeof noHolds>

export type HoldLimits = {
  readonly openReservationsMax: number
  readonly openKgMax: number
}

export const noHolds = () => ({
  open: 0,
  /** Open holds whose card is being authorised. */
  authorising: 0,
  abandoned: 0,
  /** Seconds until the oldest abandoned hold is an hour old. */
  abandonedWaitSeconds: 0,
  openKgByBatch: new Map<string, number>(),
  abandonedBatches: new Set<string>(),
})

/** Returns a problem if the buyer has too many open reservations, or has abandoned too many. Never for a plan. */
export function holdCountProblem(
  { rewardId, isPlanned }: Order,
  { open, abandoned, abandonedWaitSeconds }: PersonHolds,
  { openReservationsMax }: HoldLimits,
): Problem<'too_many_reservations' | 'rate_limited'> | null {
  if (isPlanned) return null
  if (open >= openReservationsMax) return problem('too_many_reservations')
  const isAbandonLimitReached =
    abandoned > 0 && open + abandoned >= openReservationsMax + extraAbandonedHolds
  if (rewardId !== null || !isAbandonLimitReached) return null
  return problem('rate_limited', { retryAfterSeconds: Math.max(1, abandonedWaitSeconds) })
}

/**
 * Returns a problem if the order would hold too much of its batch. The first order may take the whole
 * batch. A buyer with open or abandoned holds in the batch must leave other buyers a share.
 */
export function holdKgProblem(
  { batchId, quantityKg, rewardId, isPlanned }: Order,
  { openKgByBatch, abandonedBatches }: PersonHolds,
  availableKg: number,
  { openKgMax }: HoldLimits,
): Problem<'too_many_reservations' | 'insufficient_stock'> | null {
  if (rewardId !== null || isPlanned) return null
  const openKg = openKgByBatch.get(batchId) ?? 0
  if (openKg + quantityKg > openKgMax) return problem('too_many_reservations')
  if (openKg === 0 && !abandonedBatches.has(batchId)) return null
  const remainingKg = fairShareKg(availableKg + openKg) - openKg
  if (quantityKg <= remainingKg) return null
  return openKg > 0 ? problem('too_many_reservations') : stockProblem(remainingKg)
}

/**
 * Returns a problem if a purchase would hold too much of its batch while the bank waits for the buyer.
 * Without this limit, a buyer who never answers the bank could block the batch. `waitingKg` are the
 * kilograms of the batch in the buyer's other purchases without authorised money. The purchase already
 * holds `quantityKg`, so `availableKg` does not include them.
 */
export function bankStepProblem(
  quantityKg: number,
  waitingKg: number,
  availableKg: number,
): Problem<'too_many_reservations' | 'insufficient_stock'> | null {
  const remainingKg = fairShareKg(availableKg + waitingKg + quantityKg) - waitingKg
  if (quantityKg <= remainingKg) return null
  return remainingKg > 0 ? stockProblem(remainingKg) : problem('too_many_reservations')
}

/** Adds an accepted order to the buyer's holds, for later orders of the same group. */
export function countHold(
  { batchId, quantityKg, rewardId, isPlanned }: Order,
  holds: PersonHolds,
): void {
  if (isPlanned) return
  holds.open += 1
  if (rewardId !== null) return
  holds.openKgByBatch.set(batchId, (holds.openKgByBatch.get(batchId) ?? 0) + quantityKg)
}

/**
 * Returns the kilograms that one buyer may hold of `unsoldKg`: half of them, but at least
 * `smallHoldKg`.
 */
function fairShareKg(unsoldKg: number): number {
  return Math.max(smallHoldKg, Math.floor(unsoldKg / 2))
}

export function stockProblem(availableKg: number): Problem<'insufficient_stock'> {
  return problem('insufficient_stock', {
    text: `Only ${availableKg} kg left in this batch.`,
    fields: { kg_available: availableKg },
  })
}
