// The first step: choose, see what it costs, give a card where one is due, reserve. It keeps all that
// was typed whatever the server says; it charges nothing.
import { type ReactNode, type RefObject, useEffect, useRef } from 'react'
import type { Batch } from '#features/projects/contract.ts'
import { texts } from '#web/texts.ts'
import { Button } from '#web/ui/button.tsx'
import { formatKg } from '#web/ui/number-format.ts'
import { CardDetails } from './card-details.tsx'
import type { CardFieldHandle } from './card-field.ts'
import { isPurchasable } from './checkout-figures.ts'
import { FormTrouble, Notices } from './checkout-notices.tsx'
import { PriceLines } from './price-lines.tsx'
import type { CheckoutState, PurchaseKind, Trouble } from './purchase-steps.ts'
import { troubleAt } from './purchase-words.ts'
import { BatchChoice, QuantityFields } from './quantity-fields.tsx'
import { StillWorking } from './still-working.tsx'
import type { Checkout, CheckoutForm } from './use-checkout.ts'
import { useSubmit } from './use-submit.ts'
import './sheet-foot.css'

type CheckoutStepProps = {
  kind: PurchaseKind
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
  /** More fields of this kind of purchase: over all others, and over the prices. */
  first?: ReactNode
  children?: ReactNode
}

/** The field that takes the focus when a trouble stands beside it. */
const fieldNames: Partial<Record<Trouble['at'], string>> = {
  quantity: 'count',
  recipient: 'recipient',
  note: 'note',
}

export function CheckoutStep(props: CheckoutStepProps) {
  const { kind, state, batches, batch, form, onForm, checkout, currency, card } = props
  const { trouble, work } = state
  const { kg, figures, isSettling } = checkout
  const isCardDue = figures !== undefined && figures.card !== 0
  const isLocked = work !== 'none'
  const { isWaiting, submit } = useSubmit({ isLocked, isSettling, act: props.onReserve })
  const fields = useRef<HTMLFormElement>(null)
  useEffect(() => {
    const name = trouble ? fieldNames[trouble.at] : undefined
    const field = name ? fields.current?.elements.namedItem(name) : null
    if (field instanceof HTMLElement) field.focus()
    // What is wrong may stand under the button that keeps to the foot of the sheet.
    const said = trouble ? fields.current?.querySelector('[role="alert"]:not(:empty)') : null
    said?.scrollIntoView({ block: 'nearest' })
  }, [trouble])

  return (
    <form ref={fields} onSubmit={submit} noValidate className="grid gap-4">
      <fieldset inert={isLocked} className="sheet-fields grid min-w-0 gap-4">
        {props.first}
        <BatchChoice batches={batches} batch={batch} onChange={(batchId) => onForm({ batchId })} />
        <QuantityFields
          kgText={form.kgText}
          batch={batch}
          error={quantityError(trouble, kind)}
          onChange={(kgText) => onForm({ kgText })}
        />
        {props.children}
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
          <CardDetails
            ref={card}
            error={troubleAt(trouble, 'card', kind)}
            onEdit={props.onCardEdit}
          />
        </div>
        <p className="text-sm text-soft">
          {figures?.card === 0 ? `${texts.purchases_wallet_pays_all()} ` : ''}
          {texts.purchases_reserve_note()}
        </p>
      </fieldset>
      <div className="sheet-foot grid gap-2">
        <FormTrouble trouble={trouble} currency={currency} kind={kind} />
        <Button type="submit" variant="accent" size="large" wide busy={isLocked || isWaiting}>
          {isPurchasable(kg)
            ? texts.purchases_reserve({ kg: formatKg(kg) })
            : texts.purchases_reserve_none()}
        </Button>
        <StillWorking work={work} />
      </div>
    </form>
  )
}

/** Stock is said by the field itself, with what is left. */
function quantityError(trouble: Trouble | null, kind: PurchaseKind): string | undefined {
  return trouble?.code === 'insufficient_stock' ? undefined : troubleAt(trouble, 'quantity', kind)
}
