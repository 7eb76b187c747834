// The batches as the newest refusal knows them: until the catalogue has caught up, the price and the
// rest that came with a refusal go before what the list still says.
import { useEffect, useState } from 'react'
import type { Batch } from '#features/projects/contract.ts'
import type { Trouble } from './purchase-steps.ts'

export type BatchNews = { readonly old: Batch; readonly price?: number; readonly leftKg?: number }

/** `news` counts only while the list still holds what was refused. */
export function withNews(batches: readonly Batch[], news: BatchNews | undefined): readonly Batch[] {
  if (!news) return batches
  const { old, price, leftKg } = news
  return batches.map((batch) => {
    const isOld = batch.price_per_kg === old.price_per_kg && batch.kg_available === old.kg_available
    if (batch.id !== old.id || !isOld) return batch
    return {
      ...batch,
      price_per_kg: price ?? old.price_per_kg,
      kg_available: leftKg ?? old.kg_available,
    }
  })
}

export function useNewestBatches(
  batches: readonly Batch[],
  chosenId: string,
  trouble: Trouble | null,
): readonly Batch[] {
  const [news, setNews] = useState<BatchNews>()
  const old = batches.find(({ id }) => id === chosenId)
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new refusal brings news
  useEffect(() => {
    const price = trouble?.quote?.price_per_kg
    const leftKg = trouble?.leftKg
    if (!old || (price === undefined && leftKg === undefined)) return
    setNews({
      old,
      ...(price === undefined ? {} : { price }),
      ...(leftKg === undefined ? {} : { leftKg }),
    })
  }, [trouble])
  return withNews(batches, news)
}
