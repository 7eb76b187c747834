// What it costs and who pays: the price, the rate where currencies differ, the wallet's part and the
// card's. It shows figures and never makes any.
import type { ReactNode } from 'react'
import type { Batch } from '#features/projects/contract.ts'
import { areOldRates } from '#values/rate-age.ts'
import { serverNow } from '#web/api.ts'
import { texts } from '#web/texts.ts'
import {
  formatAmount,
  formatDate,
  formatKg,
  formatRate,
  formatTonnePrice,
  formatUnitPrice,
} from '#web/ui/number-format.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import type { Checkout } from './use-checkout.ts'
import { WalletSwitch } from './wallet-switch.tsx'

type PriceLinesProps = {
  batch: Batch
  currency: string
  checkout: Checkout
  useWallet: boolean
  /** Absent: only a card pays. */
  onUseWallet?: (useWallet: boolean) => void
}

export function PriceLines(props: PriceLinesProps) {
  const { batch, currency, checkout, useWallet, onUseWallet } = props
  const { figures, kg, total, isForeign, preview } = checkout
  const price = formatUnitPrice(batch.price_per_kg, batch.currency)
  const tonne = formatTonnePrice(batch.price_per_kg, batch.currency)
  const count = figures && kg !== null ? kg : 0
  const hasWallet = onUseWallet && preview !== undefined && preview.wallet_total > 0
  return (
    <dl className="grid">
      <Line
        label={count > 0 ? texts.purchases_line({ kg: formatKg(count), price }) : price}
        hint={tonne ? texts.purchases_per_tonne({ price: tonne }) : undefined}
      >
        {count > 0 ? formatAmount(total, batch.currency) : null}
      </Line>
      {isForeign && figures ? (
        <Line label={texts.purchases_in_currency({ currency })} hint={rateHint(checkout)}>
          {figures.total === null ? <Waiting /> : formatAmount(figures.total, currency)}
        </Line>
      ) : null}
      {figures && hasWallet ? (
        <Line
          label={
            <WalletSwitch
              checked={useWallet}
              onChange={onUseWallet}
              has={formatAmount(preview.wallet_total, currency)}
            />
          }
        >
          {useWallet ? `− ${formatAmount(figures.wallet, currency)}` : null}
        </Line>
      ) : null}
      {figures ? (
        <Line label={texts.purchases_card()} isSum>
          {figures.card === null ? <Waiting /> : formatAmount(figures.card, currency)}
        </Line>
      ) : null}
    </dl>
  )
}

function rateHint({ rate, preview }: Checkout): string | undefined {
  if (!rate) return undefined
  const words = areOldRates(rate.as_of, serverNow())
    ? texts.purchases_rate_old
    : texts.purchases_rate
  return words({
    from: rate.from,
    to: rate.to,
    // The wallet's quote fixes the rate that is paid.
    rate: formatRate(preview?.rate ?? rate.rate),
    date: formatDate(rate.as_of),
  })
}

function Waiting() {
  return <Skeleton className="h-5 w-16" />
}

type LineProps = {
  label: ReactNode
  hint?: string | undefined
  isSum?: boolean
  children: ReactNode
}

function Line({ label, hint, isSum = false, children }: LineProps) {
  return (
    <div
      className={`flex flex-wrap items-center justify-between gap-x-4 py-2 ${isSum ? 'mt-1 border-line border-t pt-3 text-[1.1875rem]' : ''}`}
    >
      <dt className={`min-w-0 ${isSum ? '' : 'text-soft'}`}>{label}</dt>
      <dd className="ml-auto font-semibold tabular-nums">{children}</dd>
      {hint ? <dd className="w-full text-sm text-soft">{hint}</dd> : null}
    </div>
  )
}
