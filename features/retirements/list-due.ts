// Lists sold, retired and due tonnes of every batch.
import { kgOf, type PlaceRange, rangesOf, tonneKg } from '#features/retirements/place-ranges.ts'
import type { Db } from '#platform/database/database.ts'
import { findSoldBatches, type SoldBatch } from './retirement-queries.ts'

export type DueBatch = {
  readonly batch: SoldBatch
  readonly soldTonnes: number
  readonly retiredTonnes: number
  /** Places of whole tonnes that can be retired now, in ascending order. */
  readonly due: readonly PlaceRange[]
  readonly dueTonnes: number
  /** The time when the oldest due tonne was wholly sold. Null if no tonne is due. */
  readonly dueSince: Date | null
  /**
   * Places of whole tonnes that are sold and not retired, but cannot be retired now. A payment for some of
   * these places is disputed, being refunded or recently reported as fraud.
   */
  readonly heldBack: readonly PlaceRange[]
}

/** Returns every batch with sales. `soldTonnes` has up to three decimals. Other tonnes are integers. */
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
