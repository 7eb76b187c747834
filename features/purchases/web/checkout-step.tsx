// The first step: choose, see what it costs, give a card where one is due, reserve. It keeps all that
// was typed whatever the server says; it charges nothing.
import { type RefObject, type SyntheticEvent, useEffect, useState } from 'react'
import { Link } from 'wouter'
import type { Batch } from '#features/projects/contract.ts'
import { paths } from '#web/paths.ts'
import { texts } from '#web/texts.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { formatAmount, formatKg, formatUnitPrice } from '#web/ui/number-format.ts'
import type { CardFieldHandle } from './card-field.ts'
import { isPurchasable } from './checkout-figures.ts'
import { PriceLines } from './price-lines.tsx'
import type { CheckoutState, Trouble } from './purchase-steps.ts'
import { troubleAt, wordsOf } from './purchase-words.ts'
import { BatchChoice, QuantityFields } from './quantity-fields.tsx'
import { SandboxCardField } from './sandbox-card-field.tsx'
import { StillWorking } from './still-working.tsx'
import type { Checkout, CheckoutForm } from './use-checkout.ts'

type CheckoutStepProps = {
  state: CheckoutState
  batches: readonly Batch[]
  batch: Batch | undefined
  form: CheckoutForm
  onForm: (change: Partial<CheckoutForm>) => void
  checkout: Checkout
  currency: string
  card: RefObject<CardFieldHandle | null>
  onCardEdit: () => void
  onReserve: () => void
}

export function CheckoutStep(props: CheckoutStepProps) {
  const { state, batches, batch, form, onForm, checkout, currency, card } = props
  const { trouble, work } = state
  const { kg, figures, isSettling } = checkout
  const isCardDue = figures !== undefined && figures.card !== 0
  const press = usePressWhenSettled(isSettling, props.onReserve)
  const isLocked = work !== 'none'

  function submit(event: SyntheticEvent) {
    event.preventDefault()
    if (!isLocked) press.press()
  }

  return (
    <form onSubmit={submit} noValidate className="grid gap-4">
      <fieldset disabled={isLocked} className="grid min-w-0 gap-4">
        <BatchChoice batches={batches} batch={batch} onChange={(batchId) => onForm({ batchId })} />
        <QuantityFields
          kgText={form.kgText}
          batch={batch}
          error={quantityError(trouble)}
          onChange={(kgText) => onForm({ kgText })}
        />
        {batch ? (
          <PriceLines
            batch={batch}
            currency={currency}
            checkout={checkout}
            useWallet={form.useWallet}
            onUseWallet={(useWallet) => onForm({ useWallet })}
          />
        ) : null}
        <Notices checkout={checkout} currency={currency} onForm={onForm} batch={batch} />
        <div hidden={!isCardDue}>
          <SandboxCardField
            ref={card}
            error={troubleAt(trouble, 'card')}
            onEdit={props.onCardEdit}
          />
        </div>
      </fieldset>
      <FormTrouble trouble={trouble} currency={currency} />
      <div className="grid gap-2.5">
        <Button type="submit" variant="accent" size="large" wide busy={isLocked || press.isWaiting}>
          {isPurchasable(kg)
            ? texts.purchases_reserve({ kg: formatKg(kg) })
            : texts.purchases_reserve_none()}
        </Button>
        <StillWorking work={work} />
        {isLocked ? null : (
          <p className="text-center text-sm text-soft">{texts.purchases_reserve_note()}</p>
        )}
      </div>
    </form>
  )
}

/** A press while the figures are on their way waits for them: none is reserved unseen. */
function usePressWhenSettled(isSettling: boolean, act: () => void) {
  const [isWaiting, setWaiting] = useState(false)
  useEffect(() => {
    if (!isWaiting || isSettling) return
    setWaiting(false)
    act()
  }, [isWaiting, isSettling, act])
  return { isWaiting, press: () => (isSettling ? setWaiting(true) : act()) }
}

/** Stock is said by the field itself, with what is left. */
function quantityError(trouble: Trouble | null): string | undefined {
  return trouble?.code === 'insufficient_stock' ? undefined : troubleAt(trouble, 'quantity')
}

type NoticesProps = {
  checkout: Checkout
  currency: string
  batch: Batch | undefined
  onForm: CheckoutStepProps['onForm']
}

function Notices({ checkout, currency, batch, onForm }: NoticesProps) {
  const { figures, kg, preview, total } = checkout
  const toAdd = figures?.kgToCardMinimum ?? 0
  return (
    <div role="status" className="grid gap-3 empty:hidden">
      {toAdd > 0 && preview && kg !== null ? (
        <Notice
          action={texts.purchases_add_kg({ kg: formatKg(toAdd) })}
          onAction={() => onForm({ kgText: String(kg + toAdd) })}
        >
          {minimumWords(figures?.walletCouldPay ?? false, preview.card_minimum, currency, toAdd)}
        </Notice>
      ) : null}
      {checkout.previewFailed ? (
        <Notice action={texts.purchases_preview_retry()} onAction={checkout.retryPreview}>
          {texts.purchases_preview_failed()}
        </Notice>
      ) : null}
      {checkout.rateFailed && batch ? (
        <Notice>
          {texts.purchases_rate_failed({ amount: formatAmount(total, batch.currency) })}
        </Notice>
      ) : null}
    </div>
  )
}

function minimumWords(walletCouldPay: boolean, minimum: number, currency: string, kg: number) {
  const words = { amount: formatAmount(minimum, currency), kg: formatKg(kg) }
  return walletCouldPay
    ? texts.purchases_card_minimum(words)
    : texts.purchases_card_minimum_only(words)
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

function FormTrouble({ trouble, currency }: { trouble: Trouble | null; currency: string }) {
  const words = troubleAt(trouble, 'form')
  if (!trouble || !words) return <div role="alert" />
  const { quote, code } = trouble
  return (
    <div
      role="alert"
      className="grid gap-2 rounded-field border border-danger/30 bg-danger-page px-4 py-3"
    >
      <p className="font-medium text-danger">{wordsOf(trouble)}</p>
      {quote ? (
        <p className="text-ink">
          {texts.purchases_price_now({
            price: formatUnitPrice(quote.price_per_kg, quote.currency),
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
