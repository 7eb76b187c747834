// The standalone gift form (specification 5): one step, from the cheapest available batch, paid by
// card alone; it ends in the same ack and success as every gift.
import { useState } from 'react'
import type { Profile } from '#features/sign-in/contract.ts'
import { texts } from '#web/texts.ts'
import { Button } from '#web/ui/button.tsx'
import { formatKg } from '#web/ui/number-format.ts'
import { TextField } from '#web/ui/text-field.tsx'
import { useForm } from '#web/ui/use-form.ts'
import { CardDetails } from '../card/card-details.tsx'
import { Notices, PurchaseFormProblem } from '../checkout/notices.tsx'
import { PriceLines } from '../checkout/price-lines.tsx'
import { PurchaseDialog } from '../purchase-dialog.tsx'
import { scopeOf } from '../purchase-record.ts'
import { atCheckout, type CheckoutState, type PurchaseState } from '../purchase-steps.ts'
import { problemAt } from '../purchase-words.ts'
import { StillWorking } from '../still-working.tsx'
import { usePurchase } from '../use-purchase.ts'
import { RecipientField } from './gift-fields.tsx'
import { type GiftFormState, useGiftForm } from './use-gift-form.ts'

export function GiftForm({ profile }: { profile: Profile }) {
  const { state, purchase } = usePurchase('gift', scopeOf('gift', 'form'), profile)
  const gift = useGiftForm(profile, purchase)
  /** The step whose dialog was closed: the next one shows itself. */
  const [closed, setClosed] = useState<PurchaseState['step']>()
  return (
    <>
      <GiftFields
        key={gift.turn}
        gift={gift}
        currency={profile.currency}
        state={state.step === 'checkout' ? state : atCheckout}
        onSubmit={() => {
          setClosed(undefined)
          gift.send()
        }}
      />
      <PurchaseDialog
        {...{ state, purchase }}
        title={texts.gifts_title()}
        projectName={gift.projectName ?? ''}
        open={state.step !== 'checkout' && state.step !== closed}
        onOpenChange={(open) => setClosed(open ? undefined : state.step)}
        onDone={gift.empty}
      >
        {null}
      </PurchaseDialog>
    </>
  )
}

type GiftFieldsProps = {
  gift: GiftFormState
  currency: string
  state: CheckoutState
  onSubmit: () => void
}

function GiftFields({ gift, currency, state: { problem, work }, onSubmit }: GiftFieldsProps) {
  const { fields, change, batch, cost, card, kg } = gift
  const isBusy = work !== 'none'
  const form = useForm({
    ...{ isBusy, problem, onSubmit },
    isSettling: cost.isSettling,
    reach: { card: () => card.current?.focus() },
  })
  return (
    <form {...form.props} className="grid gap-4">
      <fieldset inert={isBusy} className="grid min-w-0 gap-4">
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
          error={problemAt(problem, 'recipient', 'gift')}
          onChange={(phone) => change({ phone })}
        />
        <CardDetails ref={card} error={problemAt(problem, 'card', 'gift')} onEdit={gift.edited} />
        <Quantity gift={gift} error={problemAt(problem, 'quantity', 'gift')} />
        {batch ? <PriceLines {...{ batch, currency, cost }} useWallet={false} /> : null}
        <Notices {...{ cost, currency, batch }} onQuantity={(kgText) => change({ kgText })} />
      </fieldset>
      <PurchaseFormProblem {...{ problem, currency }} kind="gift" />
      <div className="grid gap-2">
        <Button type="submit" variant="accent" size="large" wide busy={isBusy || form.isWaiting}>
          {kg === null ? texts.gifts_send_none() : texts.gifts_send({ kg: formatKg(kg) })}
        </Button>
        <StillWorking work={work} />
        <p className="text-sm text-soft">{texts.purchases_reserve_note()}</p>
      </div>
    </form>
  )
}

function Quantity({ gift, error }: { gift: GiftFormState; error: string | undefined }) {
  const { fields, change, batch, projectName, isNoneLeft } = gift
  return (
    <TextField
      label={texts.gifts_count()}
      name="quantity"
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
