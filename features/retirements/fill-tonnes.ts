// Takes the unsold kilograms of a batch's partly sold last tonne for the operator, so that the tonne
// can be retired.

import { tonneKg } from '#features/retirements/place-ranges.ts'
import { kgAccounts } from '#ledger/accounts.ts'
import { lockStock } from '#ledger/locks.ts'
import { noteOperatorsPlaces } from '#ledger/log-notices.ts'
import { lockPlaces, takePlaces } from '#ledger/places.ts'
import { post } from '#ledger/post.ts'
import { readAvailableKg } from '#ledger/stock.ts'
import type { Transaction } from '#platform/database/database.ts'

/**
 * Locks stock and places of the batches, posts the kilograms to the operator and writes notices for the
 * log. Skips a batch without enough available kilograms. Returns the operator's new kilograms by batch.
 */
export async function fillTonnes(
  tx: Transaction,
  batchIds: readonly string[],
): Promise<Map<string, number>> {
  await lockStock(tx, batchIds)
  const soldKg = await lockPlaces(tx, batchIds)
  const availableKg = await readAvailableKg(tx, batchIds)
  const fills = batchIds.flatMap((batchId) => {
    const soldPartKg = (soldKg.get(batchId) ?? 0) % tonneKg
    const quantityKg = tonneKg - soldPartKg
    const canFill = soldPartKg > 0 && quantityKg <= (availableKg.get(batchId) ?? 0)
    return canFill ? [{ causeId: batchId, batchId, quantityKg }] : []
  })
  const places = await takePlaces(tx, fills)
  const { available: source, operator: destination } = kgAccounts
  await post(tx, {
    kg: fills.map((each) => ({ ...each, causeId: null, source, destination })),
    money: [],
  })
  await noteOperatorsPlaces(
    tx,
    fills.map(({ batchId, quantityKg }) => {
      const firstPlace = places.get(batchId) ?? 0
      return { batchId, firstPlace, lastPlace: firstPlace + quantityKg - 1 }
    }),
  )
  return new Map(fills.map(({ batchId, quantityKg }) => [batchId, quantityKg]))
}
