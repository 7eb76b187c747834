// What one person may keep from others without having bought it: open reservations, their
// kilograms in one batch, and holds that were left to lapse. Pure, over what the locks showed.
import type { Order } from '#features/purchases/reserve/order.ts'
import { type Problem, problem } from '#values/problem.ts'

/** A reservation lives this long (docs/product.md#reservation). */
export const reservationMinutes = 10

/** Beyond the open ones allowed: so many holds of an hour may lapse before the next one waits. */
const abandonedBeyondOpen = 2
/** This many kilograms may always be held: the last ones of a batch go to the first buyer. */
const smallHoldKg = 100

/**
 * What a person holds, and has left to lapse within the hour. Holds that a reward pays for are
 * free.
 */
export type PersonHolds = {
  open: number
  /** Of these, those whose card is being asked. */
  readonly asking: number
  readonly abandoned: number
  /** Until the oldest abandoned one is an hour old. */
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

/** Whether the person has too many reservations open, or let too many lapse. */
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
 * Whether the order would hold too much of its batch. A first order may take all of it; a person
 * who holds some already, or let some lapse, must leave others a share.
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
 * Whether a purchase that waits for the buyer's bank would hold too much: no money is authorised
 * for it yet, so a buyer who never answers could block a whole batch. `waitingKg` are the buyer's
 * other kilograms of the batch without an authorised payment.
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

/** An accepted order of the same group counts for those behind it. */
export function countHold({ batchId, quantityKg, rewardId }: Order, holds: PersonHolds): void {
  holds.open += 1
  if (rewardId !== null) return
  holds.openKgByBatch.set(batchId, (holds.openKgByBatch.get(batchId) ?? 0) + quantityKg)
}

/** `unsoldKg` is what others and the person together could still get. */
function fairShareKg(unsoldKg: number): number {
  return Math.max(smallHoldKg, Math.floor(unsoldKg / 2))
}

export function onlyLeft(availableKg: number): Problem<'insufficient_stock'> {
  return problem('insufficient_stock', {
    text: `Only ${availableKg} kg left in this batch.`,
    fields: { kg_available: availableKg },
  })
}
