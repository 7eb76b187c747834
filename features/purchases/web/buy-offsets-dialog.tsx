// The Buy Offsets modal (specification 2 and 4): checkout, ack, success, for one project. What was
// typed and a purchase under way outlive closing, errors and a reload of the tab.
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { Batch } from '#features/projects/contract.ts'
import type { Profile } from '#features/sign-in/contract.ts'
import { queryKeys } from '#web/query-keys.ts'
import { useSession } from '#web/session.ts'
import { texts } from '#web/texts.ts'
import type { CardFieldHandle } from './card-field.ts'
import { isPurchasable } from './checkout-figures.ts'
import { CheckoutStep } from './checkout-step.tsx'
import { PurchaseDialog } from './purchase-dialog.tsx'
import type { KeptOrder } from './purchase-record.ts'
import type { Trouble } from './purchase-steps.ts'
import { type Checkout, type CheckoutForm, useCheckoutFigures } from './use-checkout.ts'
import { useNewestBatches } from './use-newest-batches.ts'
import { usePurchase } from './use-purchase.ts'

const firstCountKg = 100

export type BuyOffsetsDialogProps = {
  project: { id: string; name: string }
  batches: readonly Batch[]
  initialBatchId?: string
  initialCount?: number
  open: boolean
  onOpenChange(open: boolean): void
}

export function BuyOffsetsDialog(props: BuyOffsetsDialogProps) {
  const session = useSession()
  if (session.status !== 'signed-in') return null
  return <Buy key={props.project.id} {...props} profile={session.profile} />
}

function Buy(props: BuyOffsetsDialogProps & { profile: Profile }) {
  const { project, initialBatchId, initialCount, open, onOpenChange, profile } = props
  const client = useQueryClient()
  const { state, flow } = usePurchase(project.id, profile)
  const card = useRef<CardFieldHandle>(null)
  const trouble = state.step === 'checkout' ? state.trouble : null
  const [form, setForm] = useState<CheckoutForm>(() => ({
    batchId: initialBatchId ?? firstOf(props.batches)?.id ?? '',
    kgText: String(initialCount ?? firstCountKg),
    useWallet: true,
  }))
  const batches = useNewestBatches(props.batches, form.batchId, trouble)
  const batch = batches.find((each) => each.id === form.batchId)
  const checkout = useCheckoutFigures(form, open ? batch : undefined, profile)

  const isUnderWay = state.step === 'ack' || (state.step === 'checkout' && state.work !== 'none')
  const takesUp = useRef(isUnderWay)
  useEffect(() => {
    if (takesUp.current) onOpenChange(true)
    takesUp.current = false
  }, [onOpenChange])

  useEffect(() => {
    if (!open) return
    flow.openStep()
    if (initialBatchId) setForm((now) => ({ ...now, batchId: initialBatchId }))
    if (initialCount) setForm((now) => ({ ...now, kgText: String(initialCount) }))
  }, [open, initialBatchId, initialCount, flow])

  useEffect(() => {
    // New figures are on their way when the server says that ours were old.
    if (trouble?.code !== 'quote_changed') return
    void client.invalidateQueries({ queryKey: [...queryKeys.wallet] })
  }, [trouble, client])

  const onForm = useCallback(
    (change: Partial<CheckoutForm>) => {
      setForm((now) => ({ ...now, ...change }))
      flow.edited()
    },
    [flow],
  )

  function reserve() {
    const { order, trouble: wrong } = orderOf(batch, checkout, profile)
    if (!order) {
      flow.refuse(wrong)
      return
    }
    const isCardDue = checkout.figures?.card !== 0
    const takeCard = async () => (isCardDue ? card.current?.tokenise() : undefined)
    void flow.reserve(order, batch?.vintage_year ?? null, takeCard)
  }

  useEffect(() => {
    if (trouble?.at === 'card') card.current?.focus()
  }, [trouble])

  return (
    <PurchaseDialog
      state={state}
      flow={flow}
      title={texts.purchases_buy()}
      projectName={project.name}
      open={open}
      onOpenChange={onOpenChange}
    >
      {state.step === 'checkout' ? (
        <CheckoutStep
          state={state}
          batches={batches}
          batch={batch}
          form={form}
          onForm={onForm}
          checkout={checkout}
          currency={profile.currency}
          card={card}
          onCardEdit={flow.edited}
          onReserve={reserve}
        />
      ) : null}
    </PurchaseDialog>
  )
}

function firstOf(batches: readonly Batch[]): Batch | undefined {
  return batches.find((each) => each.kg_available > 0) ?? batches[0]
}

/** The order that was seen, or what keeps it from being one (specification 5). */
function orderOf(
  batch: Batch | undefined,
  { kg, figures, preview }: Checkout,
  profile: Profile,
): { order: KeptOrder; trouble?: never } | { order?: never; trouble: Trouble } {
  if (!batch || !isPurchasable(kg) || !figures) {
    return { trouble: { at: 'quantity', code: 'invalid_selection' } }
  }
  if (kg > batch.kg_available) {
    const leftKg = batch.kg_available
    return { trouble: { at: 'quantity', code: 'insufficient_stock', leftKg } }
  }
  const quote = figures.method === 'card' ? undefined : preview?.wallet_tx_id
  const order = {
    batchId: batch.id,
    count: kg,
    amount: batch.price_per_kg,
    currency: batch.currency,
    from: profile.nickname ?? profile.firstName ?? '',
    payment_method: figures.method,
    is_gift: 0,
    note: '',
    wallet_used: figures.wallet,
    card_used: figures.card,
    wallet_tx_id: quote ?? null,
  }
  return { order }
}
