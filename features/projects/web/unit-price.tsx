// A price per kg, with the price per tonne beside it where a kilogram costs under 0.10. It shows
// the batch's own currency: what a person pays is told by the purchase.
import { texts } from '#web/texts.ts'
import { formatTonnePrice, formatUnitPrice } from '#web/ui/number-format.ts'

type Price = { price_per_kg: number; currency: string }

/** `£0.0264 / kg`. */
export function KgPrice({ price }: { price: Price }) {
  return (
    <span className="whitespace-nowrap font-semibold tabular-nums">
      {texts.projects_per_kg({ price: formatUnitPrice(price.price_per_kg, price.currency) })}
    </span>
  )
}

/** `£26.40 a tonne`; nothing where a kilogram costs 0.10 or more. */
export function TonnePrice({ price }: { price: Price }) {
  const tonne = formatTonnePrice(price.price_per_kg, price.currency)
  if (tonne === undefined) return null
  return (
    <span className="whitespace-nowrap text-sm text-soft tabular-nums">
      {texts.projects_per_tonne({ price: tonne })}
    </span>
  )
}
