// Shows the lines of the cost: the price, the total (with the rate if currencies differ), the wallet's part
// and the card's part.

import { useId } from 'react'
import type { Batch } from '#features/catalogue/catalogue-calls.ts'
import { kgWords, tonneWords } from '#features/catalogue/web/offer/unit-price.tsx'
import { ratesAgeDays, ratesOldAfterDays } from '#values/money/rate-age.ts'
import { serverNow } from '#web/api/api.ts'
import { texts } from '#web/texts.ts'
import type { Content } from '#web/ui/elements.tsx'
import {
  formatAmount,
  formatDate,
  formatKg,
  formatRate,
  formatTonnePrice,
  formatUnitPrice,
} from '#web/ui/number-format.ts'
import { Skeleton } from '#web/ui/states/skeleton.tsx'
import type { Cost } from './use-figures.ts'

type PriceLinesProps = {
  batch: Batch
  currency: string
  cost: Cost
  useWallet: boolean
  /** Called when the user switches the wallet on or off. Undefined if only a card can pay. */
  onUseWallet?: (useWallet: boolean) => void
}

export function PriceLines(props: PriceLinesProps) {
  const { batch, currency, cost, useWallet, onUseWallet } = props
  const { figures, kg, isForeign, preview } = cost
  const { price, hint } = priceWords(batch, currency, cost)
  const count = figures && kg !== null ? kg : 0
  const hasWallet = onUseWallet && preview !== undefined && preview.wallet_total > 0
  return (
    <>
      <dl className="grid grid-cols-[minmax(0,1fr)]">
        <Line
          label={count > 0 ? texts.purchases_line({ kg: formatKg(count), price }) : price}
          hint={hint}
        >
          {null}
        </Line>
        {figures ? (
          <Line
            label={texts.purchases_total()}
            hint={isForeign ? rateHint(cost, batch.currency) : undefined}
            kind="total"
          >
            {figures.total === null ? <AmountSkeleton /> : formatAmount(figures.total, currency)}
          </Line>
        ) : null}
        {figures && hasWallet ? (
          <Line
            label={
              <WalletSwitch
                checked={useWallet}
                onChange={onUseWallet}
                balance={formatAmount(preview.wallet_total, currency)}
              />
            }
          >
            {useWallet ? `− ${formatAmount(figures.wallet, currency)}` : null}
          </Line>
        ) : null}
        {onUseWallet && preview === undefined && cost.isSettling ? (
          <Line label={<Skeleton className="h-11 w-52" />}>
            <AmountSkeleton />
          </Line>
        ) : null}
        {figures && figures.card !== 0 ? (
          <Line label={texts.purchases_card()} kind="due">
            {figures.card === null ? <AmountSkeleton /> : formatAmount(figures.card, currency)}
          </Line>
        ) : null}
      </dl>
      <SpokenTotal {...{ cost, currency }} />
    </>
  )
}

/** Returns the price in the buyer's currency, and the other price beneath it. */
function priceWords(batch: Batch, currency: string, { isForeign, rateValue }: Cost) {
  if (isForeign && rateValue !== undefined) {
    return { price: tonneWords(batch, currency, rateValue), hint: kgWords(batch, currency) }
  }
  const tonne = formatTonnePrice(batch.price_per_kg, batch.currency)
  return {
    price: formatUnitPrice(batch.price_per_kg, batch.currency),
    hint: tonne ? texts.purchases_per_tonne({ price: tonne }) : undefined,
  }
}

/** Returns the total in the batch's currency, with the rate of the payment. */
function rateHint({ rate, preview, total }: Cost, currency: string): string | undefined {
  if (!rate) return undefined
  const days = ratesAgeDays(rate.as_of, serverNow())
  const values = {
    from: rate.from,
    to: rate.to,
    // The quote fixes the rate of the payment, so it is shown in place of the newest rate.
    rate: formatRate(preview?.rate ?? rate.rate),
    date: formatDate(rate.as_of),
  }
  const isOld = days > ratesOldAfterDays
  const words = rate.is_example
    ? texts.purchases_rate_example({ ...values, days })
    : isOld
      ? texts.purchases_rate_old({ ...values, days })
      : texts.purchases_rate(values)
  return `${formatAmount(total, currency)} · ${words}`
}

type WalletSwitchProps = {
  checked: boolean
  onChange: (checked: boolean) => void
  /** The wallet's formatted balance. */
  balance: string
}

/** Shows the wallet's switch. On: the wallet pays as much as it can. Off: the card pays everything. */
function WalletSwitch({ checked, onChange, balance }: WalletSwitchProps) {
  const id = useId()
  return (
    <button
      type="button"
      role="switch"
      aria-checked={checked}
      aria-labelledby={id}
      aria-describedby={`${id}-has`}
      onClick={() => onChange(!checked)}
      className="group flex min-h-11 max-w-full flex-wrap items-center gap-x-3 rounded-lg text-left disabled:opacity-45 forced-colors:p-2"
    >
      <span
        aria-hidden="true"
        className="relative h-7 w-12 shrink-0 rounded-full border-[1.5px] border-field bg-page transition-colors group-aria-checked:border-forest group-aria-checked:bg-forest"
      >
        <span className="absolute top-[3px] left-[3px] size-4.75 rounded-full bg-field transition-transform group-aria-checked:translate-x-5 group-aria-checked:bg-on-forest" />
      </span>
      <span>
        <span id={id} className="block">
          {checked ? texts.purchases_from_wallet() : texts.purchases_use_wallet()}
        </span>
        <span id={`${id}-has`} className="block text-sm text-soft">
          {texts.purchases_wallet_has({ amount: balance })}
        </span>
      </span>
    </button>
  )
}

function AmountSkeleton() {
  return <Skeleton className="h-5 w-16" />
}

const lineStyles = {
  plain: { line: '', label: 'text-soft' },
  total: { line: '', label: 'font-semibold' },
  due: { line: 'mt-1 border-line border-t pt-3 text-[1.1875rem]', label: '' },
} as const

type LineProps = {
  label: Content
  hint?: string | undefined
  kind?: keyof typeof lineStyles
  /** The value. If it is null, the hint is in its position. */
  children: Content
}

function Line({ label, hint, kind = 'plain', children }: LineProps) {
  const style = lineStyles[kind]
  return (
    <div className={`flex flex-wrap items-center justify-between gap-x-4 py-2 ${style.line}`}>
      <dt className={`min-w-0 ${style.label}`}>{label}</dt>
      {children === null ? null : (
        <dd className="ml-auto font-semibold tabular-nums">{children}</dd>
      )}
      {hint ? (
        <dd className={`text-sm text-soft ${children === null ? 'ml-auto' : 'w-full'}`}>{hint}</dd>
      ) : null}
    </div>
  )
}

type SpokenTotalProps = { cost: Cost; currency: string }

/**
 * Announces the total to screen readers after each change, once the figures are final. The visible lines
 * announce nothing.
 */
function SpokenTotal({ cost, currency }: SpokenTotalProps) {
  return (
    <p role="status" className="sr-only">
      {cost.isSettling ? null : spokenText(cost, currency)}
    </p>
  )
}

function spokenText({ figures }: Cost, currency: string): string | null {
  if (!figures || figures.total === null || figures.card === null) return null
  const { total, wallet, card } = figures
  const parts = [
    [texts.purchases_total(), total],
    [texts.purchases_from_wallet(), wallet],
    [texts.purchases_card(), card],
  ] as const
  return parts
    .filter(([, amount]) => amount > 0)
    .map(([word, amount]) => `${word}: ${formatAmount(amount, currency)}`)
    .join(', ')
}
