// Chooses the batch and the kilograms of a plan's purchase (docs/product.md#monthly-plans). Pure.
import { totalMinorOf } from './money.ts'
import { purchaseMaxKg } from './order-limits.ts'
import { mostWalletKg } from './payment-split.ts'

type PlanBatch = {
  readonly id: string
  readonly price_micros: number
  readonly currency: string
  readonly available_kg: number
}

type PlanOrder = {
  readonly batch: PlanBatch
  readonly quantityKg: number
  readonly totalMinor: number
}

/** Reasons for which no batch of the project can be bought from. */
type NoOrder = 'insufficient_stock' | 'amount_too_small' | 'rate_unknown'

type Offer = {
  /** Minor units of the buyer's currency. */
  readonly amountMinor: number
  /** The preferred batch, if the project is featured. */
  readonly preferredId: string | null
  /** Batches of the project that are on sale, by ascending price. */
  readonly batches: readonly PlanBatch[]
  /** Converts a batch's currency to the buyer's. Null if it is unknown. */
  readonly rateOf: (currency: string) => string | null
  /** Returns false for a total that is below the card's minimum. */
  readonly isPayable: (totalMinor: number) => boolean
}

/**
 * Returns the most whole kilograms whose total is at most the amount. The preferred batch comes first, then
 * the cheapest ones. A batch is passed over if it holds fewer kilograms than the amount buys.
 */
export function choosePlanOrder(offer: Offer): PlanOrder | NoOrder {
  const isPreferred = ({ id }: PlanBatch) => id === offer.preferredId
  const batches = [
    ...offer.batches.filter(isPreferred),
    ...offer.batches.filter((batch) => !isPreferred(batch)),
  ]
  const results = batches.map((batch) => orderFrom(batch, offer))
  const order = results.find((each) => typeof each !== 'string')
  return order ?? results.find((each) => typeof each === 'string') ?? 'insufficient_stock'
}

function orderFrom(
  batch: PlanBatch,
  { amountMinor, rateOf, isPayable }: Offer,
): PlanOrder | NoOrder {
  const { price_micros, currency, available_kg } = batch
  const rate = rateOf(currency)
  if (rate === null) return 'rate_unknown'
  const quantityKg = mostWalletKg(price_micros, rate, amountMinor, purchaseMaxKg)
  const totalMinor = totalMinorOf(price_micros, quantityKg, rate)
  if (quantityKg === 0 || !isPayable(totalMinor)) return 'amount_too_small'
  if (available_kg < quantityKg) return 'insufficient_stock'
  return { batch, quantityKg, totalMinor }
}
