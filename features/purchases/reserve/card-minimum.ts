// Composes the problem of a card part below the provider's minimum. Its text contains the number of
// additional kilograms that reach the minimum.
import type { Stock } from '#features/purchases/reserve/lock-inventory.ts'
import type { Order } from '#features/purchases/reserve/order.ts'
import { minorToUnits } from '#values/money/money.ts'
import { purchaseMaxKg } from '#values/money/order-limits.ts'
import { leastCardKg } from '#values/money/payment-split.ts'
import { type Problem, problem } from '#values/problem.ts'

export function cardMinimumProblem(
  { price_micros }: Stock,
  rate: string,
  minimumMinor: number,
  { buyer, quantityKg }: Order,
): Problem<'card_minimum'> {
  const neededKg = leastCardKg(price_micros, rate, minimumMinor, purchaseMaxKg)
  const money = new Intl.NumberFormat('en-GB', {
    style: 'currency',
    currency: buyer.currency,
    currencyDisplay: 'narrowSymbol',
  })
  const minimumText = money.format(minorToUnits(minimumMinor))
  return problem('card_minimum', {
    text:
      neededKg === null
        ? `Card payments start at ${minimumText}. Use your wallet.`
        : `Card payments start at ${minimumText}. Add ${neededKg - quantityKg} kg or use your wallet.`,
  })
}
