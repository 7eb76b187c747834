// What a person is told whose card part is under the provider's minimum: how many kilograms more
// would reach it. Pure.
import { purchaseMaxKg } from '#features/purchases/contract.ts'
import type { Stock } from '#features/purchases/reserve/lock-inventory.ts'
import type { Order } from '#features/purchases/reserve/order.ts'
import { minorToUnits, totalMinorOf } from '#values/money.ts'
import { type Problem, problem } from '#values/problem.ts'

export function underMinimum(
  { price_micros }: Stock,
  rate: string,
  minimum: number,
  { buyer, quantityKg }: Order,
): Problem<'card_minimum'> {
  const needed = leastQuantity(price_micros, rate, minimum)
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

/** The least kg whose total reaches the card's minimum, or null where no purchase does. */
function leastQuantity(priceMicros: number, rate: string, minimum: number): number | null {
  if (totalMinorOf(priceMicros, purchaseMaxKg, rate) < minimum) return null
  let [low, high] = [1, purchaseMaxKg]
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    if (totalMinorOf(priceMicros, middle, rate) >= minimum) high = middle
    else low = middle + 1
  }
  return low
}
