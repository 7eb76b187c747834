// Shows the notices of buying and gifting: the card's minimum, a wallet or rate that did not load, problems
// of the whole form, and that an outcome is being checked.

import { Link } from 'wouter'
import type { Batch } from '#features/catalogue/catalogue-calls.ts'
import type { ChangedQuote } from '#features/purchases/purchases-calls.ts'
import { paths } from '#web/paths.ts'
import { texts } from '#web/texts.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { formatAmount, formatKg, formatUnitPrice } from '#web/ui/number-format.ts'
import type { Cost } from './checkout/use-figures.ts'
import type { PurchaseKind, PurchaseProblem } from './purchase-steps.ts'
import { hintOf, problemAt } from './purchase-words.ts'

type NoticesProps = {
  cost: Cost
  currency: string
  batch: Batch | undefined
  /** False if the form cannot use the wallet. Default true. */
  offersWallet?: boolean
  problem: PurchaseProblem | null
  onQuantity: (kgText: string) => void
}

export function Notices(props: NoticesProps) {
  const { cost, currency, batch, offersWallet = true, problem, onQuantity } = props
  const { figures, kg, total } = cost
  const kgToAdd = figures?.kgToCardMinimum ?? 0
  const minimum = minimumText(cost, currency, offersWallet)
  return (
    <div role="status" className="grid gap-3 empty:sr-only">
      {minimum !== undefined && kg !== null ? (
        <Notice
          action={texts.purchases_add_kg({ kg: formatKg(kgToAdd) })}
          onAction={() => onQuantity(String(kg + kgToAdd))}
        >
          {/* After a refusal, the quantity's field shows this text. */}
          {problem?.code === 'card_minimum' ? '' : minimum}
        </Notice>
      ) : null}
      {cost.previewFailed && offersWallet ? (
        <Notice action={texts.purchases_preview_retry()} onAction={cost.retryPreview}>
          {texts.purchases_preview_failed()}
        </Notice>
      ) : null}
      {cost.rateFailed && batch ? (
        <Notice>
          {texts.purchases_rate_failed({ amount: formatAmount(total, batch.currency) })}
        </Notice>
      ) : null}
    </div>
  )
}

/** Returns the text for a card part below the card's minimum, otherwise undefined. */
function minimumText({ figures, preview }: Cost, currency: string, offersWallet: boolean) {
  if (!figures || !preview || figures.kgToCardMinimum === 0) return undefined
  const kg = formatKg(figures.kgToCardMinimum)
  const values = { amount: formatAmount(preview.card_minimum, currency), kg }
  return offersWallet && figures.walletCouldPay
    ? texts.purchases_card_minimum(values)
    : texts.purchases_card_minimum_only(values)
}

type QuantityProblem = Pick<NoticesProps, 'cost' | 'currency' | 'offersWallet' | 'problem'>

/** Returns the text of a problem that the quantity's field shows, otherwise undefined. */
export function quantityProblemText(
  { cost, currency, offersWallet = true, problem }: QuantityProblem,
  kind: PurchaseKind,
): string | undefined {
  if (problem?.code !== 'card_minimum') return problemAt(problem, 'quantity', kind)
  // The server's text is in English and mentions the wallet, which the form may not offer.
  return minimumText(cost, currency, offersWallet) ?? texts.problems_card_minimum()
}

type NoticeProps = { children: string; action?: string; onAction?: () => void }

function Notice({ children, action, onAction }: NoticeProps) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-2 rounded-field border border-gold/40 bg-gold/8 px-4 py-3 text-[0.9375rem]">
      <p className="min-w-0 flex-1 basis-44">{children}</p>
      {action ? (
        <Button variant="outline" size="small" onClick={onAction}>
          {action}
        </Button>
      ) : null}
    </div>
  )
}

type FormProblemProps = { problem: PurchaseProblem | null; currency: string; kind: PurchaseKind }

/** Shows a problem of the whole form, with its reason, the new price, or a link to open purchases. */
export function PurchaseFormProblem({ problem, currency, kind }: FormProblemProps) {
  const text = problemAt(problem, 'form', kind)
  if (!problem || !text) return <div role="alert" />
  const { quote, code } = problem
  const hint = hintOf(problem, kind)
  return (
    <div
      role="alert"
      className="grid gap-2 rounded-field border border-danger/30 bg-danger-page px-4 py-3"
    >
      <p className="font-medium text-danger">{text}</p>
      {hint ? <p className="text-ink">{hint}</p> : null}
      {quote ? (
        <p className="text-ink">
          {texts.purchases_price_now({
            price: ownUnitPrice(quote, currency),
            total: formatAmount(quote.total, currency),
          })}
        </p>
      ) : null}
      {code === 'too_many_reservations' ? (
        <Link href={paths.transactions} className={buttonClass('outline', 'small')}>
          {texts.purchases_see_open()}
        </Link>
      ) : null}
    </div>
  )
}

/** Returns the price of a kilogram in the buyer's currency, with at most 4 decimals. */
function ownUnitPrice({ price_per_kg, rate }: ChangedQuote, currency: string): string {
  return formatUnitPrice(Math.round(price_per_kg * rate * 10_000) / 10_000, currency)
}

/** Shows that the outcome is being checked. A busy button adds that a wait is long (web/ui/button.tsx). */
export function Checking({ work }: { work: string }) {
  return (
    <p role="status" className="text-center font-semibold text-[0.9375rem] text-ink empty:sr-only">
      {work === 'checking' ? texts.purchases_checking() : null}
    </p>
  )
}
