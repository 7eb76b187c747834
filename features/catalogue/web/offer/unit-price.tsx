// Shows prices of batches: exact in the batch's currency for the choice of a batch, approximate in the user's
// currency in lists.
import { useProfile } from '#features/people/web/passport/use-passport.ts'
import { useRate } from '#features/wallet/web/use-rate.ts'
import { texts } from '#web/texts.ts'
import {
  formatAmount,
  formatKg,
  formatTonnePrice,
  formatUnitPrice,
  formatWholeAmount,
} from '#web/ui/number-format.ts'

type Price = { price_per_kg: number; currency: string }

/** Shows the price of a kilogram, such as `£0.0264 / kg`. */
export function KgPrice({ price }: { price: Price }) {
  return (
    <span className="inline-block font-semibold tabular-nums">
      {texts.projects_per_kg({ price: formatUnitPrice(price.price_per_kg, price.currency) })}
    </span>
  )
}

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
export function TonnePrice({ price }: { price: Price }) {
  const rate = useOwnRate(price)
  const ownCurrency = useProfile()?.currency ?? price.currency
  return (
    <span className="text-sm text-soft tabular-nums">{tonneWords(price, ownCurrency, rate)}</span>
  )
}

/** Shows the price of a tonne in the user's currency and, smaller, the batch's price of a kilogram. */
export function ListPrice({ price }: { price: Price }) {
  const rate = useOwnRate(price)
  const ownCurrency = useProfile()?.currency
  if (rate === undefined || ownCurrency === undefined) {
    return (
      <>
        <KgPrice price={price} />
        <TonnePrice price={price} />
      </>
    )
  }
  return (
    <>
      <span className="font-semibold text-[1.0625rem] tabular-nums">
        {tonneWords(price, ownCurrency, rate)}
      </span>
      <span className="text-sm text-soft tabular-nums">
        {texts.projects_per_kg({ price: formatUnitPrice(price.price_per_kg, price.currency) })}
      </span>
    </>
  )
}

/** Shows `£1 is about 51 kg`, with the smallest round sum that buys 5 kg. Renders nothing without a rate. */
export function UnitBuys({ price }: { price: Price }) {
  const rate = useOwnRate(price)
  const ownCurrency = useProfile()?.currency
  if (rate === undefined || ownCurrency === undefined) return null
  const ownPrice = price.price_per_kg * rate
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

/** Returns the exchange rate from the price's currency to the user's, or undefined while it loads. */
function useOwnRate({ currency }: Price): number | undefined {
  const ownCurrency = useProfile()?.currency ?? currency
  const rate = useRate(currency, ownCurrency, true)
  return currency === ownCurrency ? 1 : rate.data?.rate
}
