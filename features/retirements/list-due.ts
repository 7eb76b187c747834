// Lists sold, retired and due tonnes of every batch.
import { kgOf, rangesOf, tonneKg } from '#features/retirements/place-ranges.ts'
import type { Db } from '#platform/database/database.ts'
import { findSoldBatches } from './retirement-queries.ts'

export type DueBatch = Awaited<ReturnType<typeof listDue>>[number]

/** Returns every batch with sales. `soldTonnes` has up to three decimals. Other tonnes are integers. */
export async function listDue(db: Db) {
  const batches = await findSoldBatches(db)
  return batches.map(({ due_since: dueSince, ...batch }) => {
    const due = rangesOf(batch.due)
    return {
      batch,
      soldTonnes: batch.sold_kg / tonneKg,
      retiredTonnes: batch.retired_kg / tonneKg,
      /** Places of whole tonnes that can be retired now, in ascending order. */
      due,
      dueTonnes: kgOf(due) / tonneKg,
      /** The time when the oldest due tonne was wholly sold. Null if no tonne is due. */
      dueSince,
      /**
       * Places of whole tonnes that are sold and not retired, but cannot be retired now. A payment for some of
       * these places is disputed, being refunded or recently reported as fraud.
       */
      heldBack: rangesOf(batch.held_back),
    }
  })
}
