// Returns the problem of a card part below the provider's minimum. Its text says how many more kilograms
// reach the minimum.
import type { Stock } from '#features/purchases/reserve/lock-inventory.ts'
import type { Order } from '#features/purchases/reserve/order.ts'
import { minorToUnits } from '#values/money/money.ts'
import { purchaseMaxKg } from '#values/money/order-limits.ts'
import { leastCardKg } from '#values/money/payment-split.ts'
import { type Problem, problem } from '#values/problem.ts'

export function underMinimum(
  { price_micros }: Stock,
  rate: string,
  minimum: number,
  { buyer, quantityKg }: Order,
): Problem<'card_minimum'> {
  const needed = leastCardKg(price_micros, rate, minimum, purchaseMaxKg)
  const money = new Intl.NumberFormat('en-GB', {
    style: 'currency',
    currency: buyer.currency,
    currencyDisplay: 'narrowSymbol',
  })
  const start = money.format(minorToUnits(minimum))
  return problem('card_minimum', {
    text:
      needed === null
        ? `Card payments start at ${start}. Use your wallet.`
        : `Card payments start at ${start}. Add ${needed - quantityKg} kg or use your wallet.`,
  })
}
