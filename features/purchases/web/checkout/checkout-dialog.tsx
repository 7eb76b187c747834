// Shows the dialogs Buy Offsets and Gift Offsets. In their first step the user chooses an amount, sees the
// cost, enters a card if one is needed, and reserves. Reserving charges nothing. Typed text stays after
// closing and errors, and a sent order stays after a reload.
import { ProjectScene } from '#features/catalogue/web/scenes/project-scene.tsx'
import type { Profile } from '#features/people/people-calls.ts'
import { texts } from '#web/texts.ts'
import { Button } from '#web/ui/button.tsx'
import { useForm } from '#web/ui/forms/use-form.ts'
import { formatAmount, formatKg } from '#web/ui/number-format.ts'
import { CardChoice, sheetAmountOf } from '../card/card-choice.tsx'
import { GiftDayField } from '../gift/gift-day.tsx'
import { GiftPeople, NoteField, PreviewPart } from '../gift/gift-fields.tsx'
import { PurchaseDialog } from '../purchase-dialog.tsx'
import {
  Checking,
  Notices,
  PurchaseFormProblem,
  quantityProblemText,
} from '../purchase-notices.tsx'
import { scopeOf } from '../purchase-record.ts'
import type { CheckoutState, PurchaseKind } from '../purchase-steps.ts'
import { problemAt } from '../purchase-words.ts'
import { usePurchase } from '../use-purchase.ts'
import { isPurchasable } from './figures.ts'
import { PriceLines } from './price-lines.tsx'
import { BatchField, QuantityFields } from './quantity-fields.tsx'
import { type Checkout, type CheckoutDialogProps, useCheckout } from './use-checkout.ts'
import type { Cost } from './use-figures.ts'
import '../purchase-sheet.css'

/** Class of a column. A phone has one column. A desktop has two, so that the content does not scroll. */
const columnClass = 'grid min-w-0 content-start gap-4'

export function CheckoutDialog(props: CheckoutDialogProps) {
  const { kind, project, profile, open, onOpenChange } = props
  const { state, purchase } = usePurchase(kind, scopeOf(kind, project.id), profile)
  const checkout = useCheckout(props, state, purchase)
  return (
    <PurchaseDialog
      {...{ state, purchase, open, onOpenChange }}
      title={kind === 'buy' ? texts.purchases_buy() : texts.gifts_title()}
      projectName={project.shown_name}
      picture={<ProjectScene project={project} />}
      onDone={checkout.emptyGift}
    >
      {state.step === 'checkout' ? (
        <CheckoutStep {...{ kind, state, checkout, profile }} projectName={project.shown_name} />
      ) : null}
    </PurchaseDialog>
  )
}

type CheckoutStepProps = {
  kind: PurchaseKind
  state: CheckoutState
  checkout: Checkout
  profile: Profile
  projectName: string
}

export function CheckoutStep({ kind, state, checkout, profile, projectName }: CheckoutStepProps) {
  const { currency } = profile
  const { fields, change, batches, batch, cost, card, reportEdit, send } = checkout
  const { problem, work } = state
  const isBusy = work !== 'none'
  const form = useForm({
    ...{ isBusy, problem },
    isSettling: cost.isSettling,
    reach: { card: () => card.current?.focus() },
    onSubmit: send,
  })
  const isCardDue = cost.figures !== undefined && cost.figures.card !== 0
  return (
    <form {...form.props} className={`checkout ${columnClass} lg:grid-cols-2 lg:gap-x-9`}>
      <fieldset inert={isBusy} className={`sheet-fields ${columnClass}`}>
        {kind === 'gift' ? (
          <GiftPeople
            {...{ profile, fields, change }}
            recipientError={problemAt(problem, 'recipient', kind)}
            giverError={problemAt(problem, 'giver', kind)}
          />
        ) : null}
        <BatchField {...{ batches, batch, currency }} onChange={checkout.chooseBatch} />
        <QuantityFields
          kgText={fields.kgText}
          batch={batch}
          presets={cost.presets}
          rate={cost.rateValue}
          currency={currency}
          error={quantityError({ cost, currency, problem }, kind)}
          onChange={(kgText) => change({ kgText })}
        />
        {kind === 'gift' ? (
          <>
            <NoteField
              note={fields.note}
              error={problemAt(problem, 'note', kind)}
              onChange={(note) => change({ note })}
            />
            <GiftDayField
              day={fields.day}
              error={problemAt(problem, 'day', kind)}
              onChange={(day) => change({ day })}
            />
          </>
        ) : null}
      </fieldset>
      {/* `contents` on a phone, so that the foot sticks to the whole form and not to its second half. */}
      <div className="contents lg:grid lg:min-w-0 lg:content-start lg:gap-4">
        {/* The margin aligns the first line with the first label of the other column. */}
        <fieldset inert={isBusy} className={`sheet-fields ${columnClass} lg:[&>dl]:-mt-2`}>
          {batch ? (
            <PriceLines
              {...{ batch, currency, cost }}
              useWallet={fields.useWallet}
              onUseWallet={(useWallet) => change({ useWallet })}
            />
          ) : null}
          <Notices
            {...{ cost, currency, batch, problem }}
            onQuantity={(kgText) => change({ kgText })}
          />
          <div hidden={!isCardDue}>
            <CardChoice
              ref={card}
              error={problemAt(problem, 'card', kind)}
              onEdit={reportEdit}
              amount={sheetAmountOf(cost, currency)}
            />
          </div>
          <p className="text-sm text-soft">
            {[
              cost.figures?.card === 0 ? texts.purchases_wallet_pays_all() : '',
              texts.purchases_reserve_note(),
            ]
              .join(' ')
              .trim()}
          </p>
          {kind === 'gift' && isPurchasable(cost.kg) ? (
            <PreviewPart
              {...{ profile, projectName }}
              giver={fields.signature.name}
              note={fields.note}
              kg={cost.kg}
            />
          ) : null}
        </fieldset>
        <div className="sheet-foot grid gap-2">
          <PurchaseFormProblem {...{ problem, currency, kind }} />
          <Button
            type="submit"
            variant="accent"
            size="large"
            wide
            busy={isBusy || form.isSubmitPending}
          >
            {reserveText(cost, currency)}
          </Button>
          <Checking work={work} />
        </div>
      </div>
    </form>
  )
}

/** Returns the button's text: the kilograms, and their cost once it is known. */
function reserveText({ kg, figures }: Cost, currency: string): string {
  if (!isPurchasable(kg)) return texts.purchases_reserve_none()
  const total = figures?.total ?? null
  if (total === null) return texts.purchases_reserve({ kg: formatKg(kg) })
  const price = formatAmount(total, currency)
  return texts.purchases_reserve_for({ kg: formatKg(kg), price })
}

/** Returns the text of the quantity's problem. Leaves out missing stock, which the field shows itself. */
function quantityError(props: Parameters<typeof quantityProblemText>[0], kind: PurchaseKind) {
  return props.problem?.code === 'insufficient_stock' ? undefined : quantityProblemText(props, kind)
}
