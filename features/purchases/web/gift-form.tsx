// The standalone gift form (specification 5): one step, from the cheapest available batch, paid by
// card alone; it ends in the same ack and success as every gift.
import { type RefObject, useEffect, useRef, useState } from 'react'
import type { Profile } from '#features/sign-in/contract.ts'
import { texts } from '#web/texts.ts'
import { Button } from '#web/ui/button.tsx'
import { formatKg } from '#web/ui/number-format.ts'
import { TextField } from '#web/ui/text-field.tsx'
import { CardDetails } from './card-details.tsx'
import type { CardFieldHandle } from './card-field.ts'
import { FormTrouble, Notices } from './checkout-notices.tsx'
import { PriceLines } from './price-lines.tsx'
import { PurchaseDialog } from './purchase-dialog.tsx'
import { scopeOf } from './purchase-record.ts'
import type { Trouble } from './purchase-steps.ts'
import { troubleAt } from './purchase-words.ts'
import { RecipientField } from './recipient-field.tsx'
import { StillWorking } from './still-working.tsx'
import { type GiftFieldName, type GiftFormState, useGiftForm } from './use-gift-form.ts'
import { usePurchase } from './use-purchase.ts'
import { useSubmit } from './use-submit.ts'

export function GiftForm({ profile }: { profile: Profile }) {
  const { state, flow } = usePurchase('gift', scopeOf('gift', 'form'), profile)
  const [isShown, setShown] = useState(true)
  const card = useRef<CardFieldHandle>(null)
  const form = useGiftForm(profile, flow, card)
  const { step } = state
  const [turn, setTurn] = useState(0)
  const { empty } = form
  // biome-ignore lint/correctness/useExhaustiveDependencies: emptied once, when it was given
  useEffect(() => {
    setShown(true)
    if (step !== 'success') return
    empty()
    setTurn((now) => now + 1)
  }, [step])
  return (
    <>
      <GiftFields
        key={turn}
        form={form}
        card={card}
        currency={profile.currency}
        trouble={state.step === 'checkout' ? state.trouble : null}
        work={state.step === 'checkout' ? state.work : 'none'}
        onCardEdit={flow.edited}
      />
      <PurchaseDialog
        state={state}
        flow={flow}
        title={texts.gifts_title()}
        projectName={form.projectName ?? ''}
        open={step !== 'checkout' && isShown}
        onOpenChange={setShown}
      >
        {null}
      </PurchaseDialog>
    </>
  )
}

type GiftFieldsProps = {
  form: GiftFormState
  card: RefObject<CardFieldHandle | null>
  currency: string
  trouble: Trouble | null
  work: string
  onCardEdit: () => void
}

function GiftFields({ form, card, currency, trouble, work, onCardEdit }: GiftFieldsProps) {
  const { fields, change, batch, checkout, kg } = form
  const place = useRef<HTMLFormElement>(null)
  const isLocked = work !== 'none'
  const goTo = (name: GiftFieldName) => {
    if (name === 'card') return card.current?.focus()
    const field = place.current?.elements.namedItem(name)
    if (field instanceof HTMLElement) field.focus()
  }
  const act = () => void form.reserve(goTo)
  const { isWaiting, submit } = useSubmit({ isLocked, isSettling: checkout.isSettling, act })
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new trouble moves the focus
  useEffect(() => {
    if (trouble?.at === 'card' || trouble?.at === 'recipient') goTo(trouble.at)
    if (trouble?.at === 'quantity') goTo('count')
  }, [trouble])

  return (
    <form ref={place} onSubmit={submit} noValidate className="grid gap-4">
      <fieldset inert={isLocked} className="grid min-w-0 gap-4">
        <TextField
          label={texts.gifts_name()}
          name="name"
          autoComplete="off"
          maxLength={100}
          value={fields.name}
          onChange={(event) => change({ name: event.target.value })}
        />
        <RecipientField
          {...fields.phone}
          error={troubleAt(trouble, 'recipient', 'gift')}
          onChange={(phone) => change({ phone })}
        />
        <CardDetails ref={card} error={troubleAt(trouble, 'card', 'gift')} onEdit={onCardEdit} />
        <Count form={form} error={troubleAt(trouble, 'quantity', 'gift')} />
        {batch ? (
          <PriceLines batch={batch} currency={currency} checkout={checkout} useWallet={false} />
        ) : null}
        <Notices checkout={checkout} currency={currency} batch={batch} onForm={change} />
      </fieldset>
      <FormTrouble trouble={trouble} currency={currency} kind="gift" />
      <div className="grid gap-2">
        <Button type="submit" variant="accent" size="large" wide busy={isLocked || isWaiting}>
          {kg === null ? texts.gifts_send_none() : texts.gifts_send({ kg: formatKg(kg) })}
        </Button>
        <StillWorking work={work} />
        <p className="text-sm text-soft">{texts.purchases_reserve_note()}</p>
      </div>
    </form>
  )
}

function Count({ form, error }: { form: GiftFormState; error: string | undefined }) {
  const { fields, change, batch, projectName, isNoneLeft } = form
  return (
    <TextField
      label={texts.gifts_count()}
      name="count"
      inputMode="numeric"
      autoComplete="off"
      value={fields.kgText}
      error={error ?? (isNoneLeft ? texts.gifts_none_left() : undefined)}
      hint={
        batch && projectName
          ? texts.gifts_from_batch({ project: projectName, year: String(batch.vintage_year) })
          : undefined
      }
      onChange={(event) => change({ kgText: event.target.value })}
      trailing={<span className="text-soft">kg</span>}
    />
  )
}
