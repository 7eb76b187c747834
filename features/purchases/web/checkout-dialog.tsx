// The modal that buying and gifting share: checkout, ack, success, for one project. What was typed
// and a purchase under way outlive closing, errors and a reload of the tab.
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import type { Batch } from '#features/projects/contract.ts'
import type { Profile } from '#features/sign-in/contract.ts'
import { queryKeys } from '#web/query-keys.ts'
import type { CardFieldHandle } from './card-field.ts'
import { requestOf } from './checkout-order.ts'
import { CheckoutStep } from './checkout-step.tsx'
import type { Gift } from './gift.ts'
import { PurchaseDialog } from './purchase-dialog.tsx'
import { scopeOf } from './purchase-record.ts'
import type { Trouble } from './purchase-steps.ts'
import { type CheckoutForm, useCheckoutFigures } from './use-checkout.ts'
import { useNewestBatches } from './use-newest-batches.ts'
import { usePurchase } from './use-purchase.ts'

const firstCountKg = 100

export type CheckoutDialogProps = {
  project: { id: string; name: string }
  batches: readonly Batch[]
  initialBatchId?: string
  initialCount?: number
  open: boolean
  onOpenChange(open: boolean): void
}

/** What a gift adds to a checkout: its fields, and what stands in them. */
export type GiftPart = {
  readonly fields: (
    trouble: Trouble | null,
    onEdit: () => void,
  ) => { readonly receiver: ReactNode; readonly note: ReactNode }
  readonly read: () => Promise<Gift | { trouble: Trouble }>
  /** It was given: the next one is another's. */
  readonly given: () => void
}

type Props = CheckoutDialogProps & {
  kind: 'buy' | 'gift'
  title: string
  profile: Profile
  gift?: GiftPart
}

export function CheckoutDialog(props: Props) {
  const { kind, title, project, initialBatchId, initialCount, open, onOpenChange } = props
  const { profile, gift } = props
  const client = useQueryClient()
  const { state, flow } = usePurchase(kind, scopeOf(kind, project.id), profile)
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

  const wasOpen = useRef(false)
  useEffect(() => {
    const opens = open && !wasOpen.current
    wasOpen.current = open
    // While it is open its batch is the person's choice, whatever the page would begin with now.
    if (!opens) return
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

  async function reserve() {
    const given = await gift?.read()
    if (given && 'trouble' in given) {
      flow.refuse(given.trouble)
      return
    }
    const { request, trouble: wrong } = requestOf(batch, checkout, profile, given)
    if (!request) {
      flow.refuse(wrong)
      return
    }
    const isCardDue = checkout.figures?.card !== 0
    await flow.reserve(request, async () => (isCardDue ? card.current?.tokenise() : undefined))
  }

  const given = gift?.given
  useEffect(() => {
    if (state.step === 'success') given?.()
  }, [state.step, given])

  useEffect(() => {
    if (trouble?.at === 'card') card.current?.focus()
  }, [trouble])

  const fields = gift?.fields(trouble, flow.edited)
  return (
    <PurchaseDialog
      state={state}
      flow={flow}
      title={title}
      projectName={project.name}
      open={open}
      onOpenChange={onOpenChange}
    >
      {state.step === 'checkout' ? (
        <CheckoutStep
          kind={kind}
          state={state}
          batches={batches}
          batch={batch}
          form={form}
          onForm={onForm}
          checkout={checkout}
          currency={profile.currency}
          card={card}
          onCardEdit={flow.edited}
          onReserve={() => void reserve()}
          first={fields?.receiver}
        >
          {fields?.note}
        </CheckoutStep>
      ) : null}
    </PurchaseDialog>
  )
}

function firstOf(batches: readonly Batch[]): Batch | undefined {
  return batches.find((each) => each.kg_available > 0) ?? batches[0]
}
