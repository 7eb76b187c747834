// Finds a batch for a user who selects none: the cheapest on sale, or the batch of a reward
// (docs/product.md#reward-batch). It compares prices in the user's currency.

import { type Batch, listBatches } from '#features/catalogue/catalogue-calls.ts'
import { askRate } from '#features/wallet/web/use-rate.ts'
import { ask } from '#web/api/ask.ts'

/** Value of one unit of each batch currency, in the user's currency. */
type Rates = ReadonlyMap<string, number>

type Offer = { readonly batches: readonly Batch[]; readonly rates: Rates }
type Priced = Pick<Batch, 'price_per_kg' | 'currency' | 'kg_available'>

/** Returns the cheapest batch with `kg` available. Batches without an exchange rate come last. */
export function cheapestBatch<Each extends Priced>(
  batches: readonly Each[],
  kg: number,
  rates: Rates,
): Each | undefined {
  const price = (batch: Each) =>
    batch.price_per_kg * (rates.get(batch.currency) ?? Number.POSITIVE_INFINITY)
  let cheapest: Each | undefined
  for (const batch of batches) {
    if (batch.kg_available < kg) continue
    if (cheapest === undefined || price(batch) < price(cheapest)) cheapest = batch
  }
  return cheapest
}

type Choosable = Priced & Pick<Batch, 'id' | 'project_id'>

type RewardOffer<Each> = {
  /** The featured project of the user's country, otherwise the worldwide one. */
  readonly featured: { readonly id: string; readonly preferred_batch: Each | null } | undefined
  readonly batches: readonly Each[]
  readonly rates: Rates
}

/**
 * Returns the featured project's preferred batch, otherwise its cheapest batch, otherwise the cheapest batch
 * of all. Only batches with `kg` available count.
 */
export function rewardBatch<Each extends Choosable>(
  { featured, batches, rates }: RewardOffer<Each>,
  kg: number,
): Each | undefined {
  const preferred = featured?.preferred_batch
  if (preferred && preferred.kg_available >= kg) return preferred
  const projectBatches = batches.filter((batch) => batch.project_id === featured?.id)
  return cheapestBatch(projectBatches, kg, rates) ?? cheapestBatch(batches, kg, rates)
}

/** Loads all batches and the rates into `currency`. A rate that fails to load is omitted. */
export async function readOffer(currency: string, signal?: AbortSignal): Promise<Offer> {
  const batches = await ask(listBatches, {}, signal)
  const others = new Set(batches.map((batch) => batch.currency).filter((one) => one !== currency))
  const loadedRates = await Promise.all([...others].map((from) => readRate(from, currency, signal)))
  return { batches, rates: new Map([[currency, 1], ...loadedRates.flat()]) }
}

/** Returns an array with the rate, or an empty array if it fails to load. */
async function readRate(from: string, to: string, signal?: AbortSignal) {
  return askRate(from, to, signal).then(
    ({ rate }) => [[from, rate] as const],
    () => [],
  )
}
