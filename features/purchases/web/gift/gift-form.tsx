// Shows the one-step gift form, which buys from the cheapest available batch by card only
// (docs/product.md#one-step-gift). The next steps are the same as for other gifts.

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { listBatches } from '#features/catalogue/catalogue-calls.ts'
import { cheapestBatch, readOffer } from '#features/catalogue/web/offer/best-batch.ts'
import { useProjects } from '#features/catalogue/web/projects/use-projects.ts'
import type { Profile } from '#features/people/people-calls.ts'
import { texts } from '#web/texts.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { useForm } from '#web/ui/forms/use-form.ts'
import { readWholeNumber } from '#web/ui/forms/whole-number.ts'
import { formatKg } from '#web/ui/number-format.ts'
import { CardChoice, type CardChoiceHandle, sheetAmountOf } from '../card/card-choice.tsx'
import { isPurchasable } from '../checkout/figures.ts'
import { PriceLines } from '../checkout/price-lines.tsx'
import { amountHint, limitErrorOf } from '../checkout/quantity-fields.tsx'
import { requestOf, reserve } from '../checkout/send-order.ts'
import { useFigures } from '../checkout/use-figures.ts'
import type { Purchase } from '../purchase.ts'
import { PurchaseDialog } from '../purchase-dialog.tsx'
import {
  Checking,
  Notices,
  PurchaseFormProblem,
  quantityProblemText,
} from '../purchase-notices.tsx'
import { scopeOf } from '../purchase-record.ts'
import { atCheckout, type CheckoutState, type DialogState } from '../purchase-steps.ts'
import { problemAt } from '../purchase-words.ts'
import { usePurchase } from '../use-purchase.ts'
import { GiftDayField } from './gift-day.tsx'
import { emptyGift, GiftPeople, PreviewPart, readGift, saveNickname } from './gift-fields.tsx'

export function GiftForm({ profile }: { profile: Profile }) {
  const { state, purchase } = usePurchase('gift', scopeOf('gift', 'form'), profile)
  const gift = useGiftForm(profile, state, purchase)
  /** The step in which the user closed the dialog. In a different step the dialog opens again. */
  const [closedStep, setClosedStep] = useState<DialogState['step']>()
  return (
    <>
      <GiftFormFields
        key={gift.turn}
        gift={gift}
        profile={profile}
        state={state.step === 'checkout' ? state : atCheckout}
        onSubmit={() => {
          setClosedStep(undefined)
          // In a later step there is a reservation. Its dialog opens again, and no order is sent.
          if (state.step === 'checkout') gift.send()
        }}
      />
      <PurchaseDialog
        {...{ state, purchase }}
        title={texts.gifts_title()}
        projectName={gift.projectName ?? ''}
        open={state.step !== 'checkout' && state.step !== closedStep}
        onOpenChange={(open) => setClosedStep(open ? undefined : state.step)}
        onDone={gift.empty}
      >
        {null}
      </PurchaseDialog>
    </>
  )
}

type GiftFormFieldsProps = {
  gift: GiftFormState
  profile: Profile
  state: CheckoutState
  onSubmit: () => void
}

function GiftFormFields({
  gift,
  profile,
  state: { problem, work },
  onSubmit,
}: GiftFormFieldsProps) {
  const { currency } = profile
  const { fields, change, batch, cost, card, kg } = gift
  const markedFields = gift.marksEmpty ? emptyFieldsOf(fields) : new Set()
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
          error={markedFields.has('name') ? texts.common_fill_in() : undefined}
          onChange={(event) => change({ name: event.target.value })}
        />
        <GiftPeople
          {...{ profile, fields, change }}
          recipientError={
            problemAt(problem, 'recipient', 'gift') ??
            (markedFields.has('recipient') ? texts.common_fill_in() : undefined)
          }
          giverError={problemAt(problem, 'giver', 'gift')}
        />
        <CardChoice
          ref={card}
          error={problemAt(problem, 'card', 'gift')}
          marksEmpty={gift.marksEmpty}
          onEdit={gift.reportEdit}
          amount={sheetAmountOf(cost, currency)}
        />
        <Quantity
          gift={gift}
          error={quantityProblemText({ cost, currency, offersWallet: false, problem }, 'gift')}
        />
        <GiftDayField
          day={fields.day}
          error={problemAt(problem, 'day', 'gift')}
          onChange={(day) => change({ day })}
        />
        {kg === null || gift.projectName === undefined ? null : (
          <PreviewPart
            {...{ profile, kg }}
            giver={fields.signature.name}
            note=""
            projectName={gift.projectName}
          />
        )}
        {batch ? <PriceLines {...{ batch, currency, cost }} useWallet={false} /> : null}
        <Notices
          {...{ cost, currency, batch, problem }}
          offersWallet={false}
          onQuantity={(kgText) => change({ kgText })}
        />
      </fieldset>
      <PurchaseFormProblem {...{ problem, currency }} kind="gift" />
      <div className="grid gap-2">
        <Button
          type="submit"
          variant="accent"
          size="large"
          wide
          busy={isBusy || form.isSubmitPending}
        >
          {kg === null ? texts.gifts_send_none() : texts.gifts_send({ kg: formatKg(kg) })}
        </Button>
        <Checking work={work} />
        <p className="text-sm text-soft">{texts.purchases_reserve_note()}</p>
      </div>
    </form>
  )
}

function Quantity({ gift, error }: { gift: GiftFormState; error: string | undefined }) {
  const { fields, change, batch, projectName, isNoneLeft, marksEmpty } = gift
  const isMissing = marksEmpty && emptyFieldsOf(fields).has('quantity')
  const errorText =
    limitErrorOf(fields.kgText) ??
    error ??
    (isNoneLeft ? texts.gifts_none_left() : undefined) ??
    (isMissing ? texts.gifts_count_least() : undefined)
  return (
    <TextField
      label={texts.gifts_count()}
      name="quantity"
      inputMode="numeric"
      autoComplete="off"
      value={fields.kgText}
      error={errorText}
      hint={
        batch && projectName
          ? texts.gifts_from_batch({
              project: projectName,
              year: String(batch.vintage_year),
            })
          : fields.kgText && amountHint(fields.kgText)
      }
      onChange={(event) => change({ kgText: event.target.value })}
      trailing={<span className="text-soft">kg</span>}
    />
  )
}

const emptyFields = (giver: Profile) => ({ ...emptyGift(giver), name: '', kgText: '' })
type Fields = ReturnType<typeof emptyFields>

export function useGiftForm(profile: Profile, state: DialogState, purchase: Purchase) {
  const card = useRef<CardChoiceHandle>(null)
  const client = useQueryClient()
  const [fields, setFields] = useState(() => emptyFields(profile))
  /**
   * Number of times that the form was emptied, used as its key. A new key mounts the provider's card fields
   * again, because only the provider can empty them.
   */
  const [turn, setTurn] = useState(0)
  /** True after the user sent the form with empty fields. The form then marks every empty field. */
  const [marksEmpty, setMarksEmpty] = useState(false)
  const { currency } = profile
  const { data: offer } = useQuery({
    queryKey: [listBatches.id, 'offer', currency],
    queryFn: ({ signal }) => readOffer(currency, signal),
  })
  const kg = readWholeNumber(fields.kgText)
  const isQuantity = isPurchasable(kg)
  const batch = offer && isQuantity ? cheapestBatch(offer.batches, kg, offer.rates) : undefined
  const project = useProjects().data?.find(({ id }) => id === batch?.project_id)
  const pricedBatch = state.step === 'checkout' ? batch : undefined
  const cost = useFigures({ kgText: fields.kgText, useWallet: false }, pricedBatch, profile)
  const reportEdit = () => purchase.dispatch({ type: 'edited' })

  async function send() {
    const token = card.current?.takeSheetToken()
    const field = firstEmpty(fields, token !== undefined || card.current?.isFilled() === true)
    setMarksEmpty(field !== undefined)
    if (field) return purchase.refuse({ at: 'form', code: 'gift_incomplete', field })
    const gift = await readGift(fields)
    if ('problem' in gift) return purchase.refuse(gift.problem)
    const namedGift = { ...gift, name: fields.name.trim() }
    const { request, problem } = requestOf(batch, cost, profile, namedGift)
    if (!request) return purchase.refuse(problem)
    const nicknameProblem = await saveNickname(client, fields.signature)
    if (nicknameProblem) return purchase.refuse(nicknameProblem)
    await reserve(purchase, request, async () => (token ? { token } : card.current?.tokenise()))
  }

  return {
    ...{ fields, turn, batch, cost, card, reportEdit, marksEmpty },
    kg: isQuantity ? kg : null,
    isNoneLeft: offer !== undefined && isQuantity && batch === undefined,
    projectName: project?.shown_name,
    send: () => void send(),
    change(part: Partial<Fields>) {
      setFields((current) => ({ ...current, ...part }))
      reportEdit()
    },
    empty() {
      setFields(emptyFields(profile))
      setTurn((current) => current + 1)
      setMarksEmpty(false)
    },
  }
}

export type GiftFormState = ReturnType<typeof useGiftForm>

/** Returns the names of the empty fields. Excludes the card's fields. */
function emptyFieldsOf({ name, phone, kgText }: Fields) {
  const empty = new Set<'name' | 'recipient' | 'quantity'>()
  if (name.trim() === '') empty.add('name')
  if (phone.text.trim() === '') empty.add('recipient')
  if ((readWholeNumber(kgText) ?? 0) < 1) empty.add('quantity')
  return empty
}

/** Returns the first empty field in the order of the form, or undefined. */
function firstEmpty(fields: Fields, hasCard: boolean) {
  const empty = emptyFieldsOf(fields)
  if (empty.has('name')) return 'name'
  if (empty.has('recipient')) return 'recipient'
  if (!hasCard) return 'card'
  return empty.has('quantity') ? 'quantity' : undefined
}
