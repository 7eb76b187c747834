// Lists sold, retired and due tonnes: whole tonnes, oldest places first.
import { kgOf, type PlaceRange, rangesOf, tonneKg } from '#features/retirements/place-ranges.ts'
import type { Db } from '#platform/database/database.ts'
import { findSoldBatches, type SoldBatch } from './retirement-queries.ts'

export type DueBatch = {
  readonly batch: SoldBatch
  readonly soldTonnes: number
  readonly retiredTonnes: number
  readonly due: readonly PlaceRange[]
  readonly dueTonnes: number
  /** When the oldest due tonne was sold whole; null where none is due. */
  readonly dueSince: Date | null
  /**
   * Sold and not retired, with a payment that is disputed, being refunded or recently reported as
   * fraud.
   */
  readonly heldBack: readonly PlaceRange[]
}

/** Returns every batch with sales. `soldTonnes` has at most three decimals. */
export async function listDue(db: Db): Promise<DueBatch[]> {
  const batches = await findSoldBatches(db)
  return batches.map(({ due_since: dueSince, ...batch }) => {
    const due = rangesOf(batch.due)
    return {
      batch,
      soldTonnes: batch.sold_kg / tonneKg,
      retiredTonnes: batch.retired_kg / tonneKg,
      due,
      dueTonnes: kgOf(due) / tonneKg,
      dueSince,
      heldBack: rangesOf(batch.held_back),
    }
  })
}
