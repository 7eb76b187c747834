// Everything that is on sale now, with the rates to compare it by. It is asked for when something
// must be chosen for the person, never for a list to look at.
import type { Batch } from '#features/projects/contract.ts'
import { batchesShape } from '#features/projects/web/answer-shapes.ts'
import { rateShape } from '#features/wallet/web/answer-shapes.ts'
import { getJson } from '#web/api.ts'
import type { Rates } from './batch-choice.ts'

export type Offer = { readonly batches: readonly Batch[]; readonly rates: Rates }

/** `currency` is the person's own. A rate that cannot be had is left out. */
export async function readOffer(currency: string, signal?: AbortSignal): Promise<Offer> {
  const batches = await getJson('/api/batches', batchesShape, signal)
  const others = new Set(batches.map((batch) => batch.currency).filter((one) => one !== currency))
  const known = await Promise.all([...others].map((from) => readRate(from, currency, signal)))
  return { batches, rates: new Map([[currency, 1], ...known.flat()]) }
}

async function readRate(from: string, to: string, signal?: AbortSignal) {
  const query = new URLSearchParams({ from, to })
  const path = `/api/tokens/transaction/fx/latest?${query}`
  return getJson(path, rateShape, signal).then(
    ({ rate }) => [[from, rate] as const],
    () => [],
  )
}
