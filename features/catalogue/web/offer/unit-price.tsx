// Shows prices of batches: first the price of a tonne in the user's currency, then the batch's own price of
// a kilogram.
import { useProfile } from '#features/people/web/passport/use-passport.ts'
import { useRate } from '#features/wallet/web/use-rate.ts'
import { texts } from '#web/texts.ts'
import {
  currencySymbol,
  formatAmount,
  formatKg,
  formatTonnePrice,
  formatUnitPrice,
  formatWholeAmount,
} from '#web/ui/number-format.ts'
import { Skeleton } from '#web/ui/states/skeleton.tsx'

type Price = { price_per_kg: number; currency: string }

/**
 * Returns `£26.40 a tonne` for a price in `ownCurrency`, the user's currency. A price in another currency is
 * converted by `rate`: `about £19.37 a tonne`. Without a rate the text has the price's currency.
 */
export function tonneWords(
  { price_per_kg, currency }: Price,
  ownCurrency: string,
  rate: number | undefined,
): string {
  const tonnePrice = price_per_kg * 1000
  if (currency !== ownCurrency && rate !== undefined) {
    return texts.projects_about_tonne({ price: formatAmount(tonnePrice * rate, ownCurrency) })
  }
  const price = formatTonnePrice(price_per_kg, currency) ?? formatAmount(tonnePrice, currency)
  return texts.projects_per_tonne({ price })
}

/** Shows the price of a tonne in the user's currency. */
export function MainPrice({ price }: { price: Price }) {
  const { main } = usePriceWords(price)
  if (main === undefined) return <Skeleton className="h-5 w-32 max-w-full" />
  return <span className="inline-block font-semibold tabular-nums">{main}</span>
}

/** Shows the batch's own price of a kilogram, and the currency of the payment if it is another one. */
export function PriceDetail({ price }: { price: Price }) {
  return <span className="text-sm text-soft tabular-nums">{usePriceWords(price).detail}</span>
}

/** Returns the words of both prices. `main` is undefined while the rate loads. */
function usePriceWords(price: Price): { main: string | undefined; detail: string } {
  const { ownCurrency, factor, isLoading } = useOwnCurrency(price)
  return {
    main: isLoading ? undefined : tonneWords(price, ownCurrency, factor),
    detail: kgWords(price, ownCurrency),
  }
}

/** Returns `£0.0264 / kg`, and for another currency `$0.0264 / kg, you pay in £`. */
export function kgWords({ price_per_kg, currency }: Price, ownCurrency: string): string {
  const price = formatUnitPrice(price_per_kg, currency)
  return currency === ownCurrency
    ? texts.projects_per_kg({ price })
    : texts.projects_per_kg_elsewhere({ price, currency: currencySymbol(ownCurrency) })
}

/** Shows `£1 is about 51 kg`, with the smallest round sum that buys 5 kg. Renders nothing without a rate. */
export function UnitBuys({ price }: { price: Price }) {
  const { ownCurrency, factor } = useOwnCurrency(price)
  if (factor === undefined) return null
  const ownPrice = price.price_per_kg * factor
  const sum = [1, 10, 100].find((each) => each / ownPrice >= roundSumKgMin) ?? 1000
  return (
    <p className="mt-3 text-sm text-soft tabular-nums">
      {texts.projects_unit_buys({
        amount: formatWholeAmount(sum, ownCurrency),
        kg: formatKg(Math.round(sum / ownPrice)),
      })}
    </p>
  )
}

/** Minimum kilograms that the round sum of `UnitBuys` buys. */
const roundSumKgMin = 5

/** `factor` is the rate from the price's currency to the user's. It is undefined without one. */
function useOwnCurrency({ currency }: Price) {
  const ownCurrency = useProfile()?.currency ?? currency
  const rate = useRate(currency, ownCurrency, true)
  const factor = currency === ownCurrency ? 1 : rate.data?.rate
  return { ownCurrency, factor, isLoading: factor === undefined && rate.isLoading }
}
