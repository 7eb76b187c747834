// The batches as the newest refusal knows them: until the catalogue has caught up, the price and the
// rest that came with a refusal go before what the list still says.
import { useState } from 'react'
import type { Batch } from '#features/projects/contract.ts'
import type { PurchaseProblem } from '../purchase-steps.ts'

type Correction = { readonly old: Batch; readonly now: Batch }

/** It counts only while the list still holds what was refused. */
function corrected(batch: Batch, { old, now }: Correction): Batch {
  const isOld = batch.price_per_kg === old.price_per_kg && batch.kg_available === old.kg_available
  return batch.id === old.id && isOld ? now : batch
}

export function useNewestBatches(
  batches: readonly Batch[],
  chosenId: string,
  problem: PurchaseProblem | null,
): readonly Batch[] {
  const [seen, setSeen] = useState(problem)
  const [correction, setCorrection] = useState<Correction>()
  if (problem !== seen) {
    setSeen(problem)
    const old = batches.find(({ id }) => id === chosenId)
    const price = problem?.quote?.price_per_kg
    const leftKg = problem?.leftKg
    if (old && (price !== undefined || leftKg !== undefined)) {
      const price_per_kg = price ?? old.price_per_kg
      setCorrection({
        old,
        now: { ...old, price_per_kg, kg_available: leftKg ?? old.kg_available },
      })
    }
  }
  return correction ? batches.map((batch) => corrected(batch, correction)) : batches
}
