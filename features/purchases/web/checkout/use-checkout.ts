// Holds the state of a project's checkout: its fields, its cost and the action of its button.
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { Batch, ProjectSummary } from '#features/catalogue/catalogue-calls.ts'
import type { Profile } from '#features/people/people-calls.ts'
import type { CardChoiceHandle } from '../card/card-choice.tsx'
import {
  emptyGift,
  emptySignature,
  type GiftFields,
  readGift,
  saveNickname,
} from '../gift/gift-fields.tsx'
import type { Purchase } from '../purchase.ts'
import { noteOf, type PurchaseRecord } from '../purchase-record.ts'
import type { DialogState, PurchaseProblem } from '../purchase-steps.ts'
import { requestOf, reserve } from './send-order.ts'
import { previewsKey, useFigures } from './use-figures.ts'

/** Initial quantity in kilograms. If the wallet can pay fewer, the initial quantity is what it can pay. */
const firstCountKg = 100

/** The fields of a project that the checkout shows. */
export type CheckoutProject = Pick<ProjectSummary, 'id' | 'shown_name' | 'country' | 'scene'>

export type CheckoutDialogProps = {
  kind: 'buy' | 'gift'
  project: CheckoutProject
  batches: readonly Batch[]
  batchId: string
  /** Kilograms that the wallet alone could pay when the dialog opened. Undefined if unknown. */
  coveredKg: number | undefined
  /** Kilograms of an earlier purchase that the user repeats. */
  againKg?: number | undefined
  onBatch: (batchId: string) => void
  profile: Profile
  open: boolean
  onOpenChange: (open: boolean) => void
}

type CheckoutFields = GiftFields & { readonly kgText: string; readonly useWallet: boolean }

export function useCheckout(props: CheckoutDialogProps, state: DialogState, purchase: Purchase) {
  const { kind, batches: listedBatches, batchId, onBatch, profile, open } = props
  const card = useRef<CardChoiceHandle>(null)
  const client = useQueryClient()
  const [fields, setFields] = useState(() => initialFields(purchase.record(), props))
  const problem = state.step === 'checkout' ? state.problem : null
  const batches = useNewestBatches(listedBatches, batchId, problem)
  const batch = batches.find((each) => each.id === batchId)
  const isShown = open && state.step === 'checkout'
  const cost = useFigures(fields, isShown ? batch : undefined, profile)
  const reportEdit = () => purchase.dispatch({ type: 'edited' })

  async function send() {
    const token = card.current?.takeSheetToken()
    const gift = kind === 'gift' ? await readGift(fields) : undefined
    if (gift && 'problem' in gift) return purchase.refuse(gift.problem)
    const { request, problem: orderProblem } = requestOf(batch, cost, profile, gift)
    if (!request) return purchase.refuse(orderProblem)
    const nicknameProblem = gift && (await saveNickname(client, fields.signature))
    if (nicknameProblem) return purchase.refuse(nicknameProblem)
    const isCardDue = cost.figures?.card !== 0
    const tokenise = async () => (token ? { token } : card.current?.tokenise())
    await reserve(purchase, request, async () => (isCardDue ? tokenise() : undefined))
    // The order may hold wallet money, so earlier quotes of other amounts are outdated.
    client.removeQueries({ queryKey: previewsKey, type: 'inactive' })
  }

  return {
    ...{ fields, batches, batch, cost, card, reportEdit },
    send: () => void send(),
    change(part: Partial<CheckoutFields>) {
      setFields((current) => ({ ...current, ...part }))
      reportEdit()
    },
    chooseBatch(id: string) {
      onBatch(id)
      reportEdit()
    },
    /** Empties the fields of a completed gift for the next one. */
    emptyGift: () => setFields((current) => ({ ...current, ...emptyGift(profile) })),
  }
}

export type Checkout = ReturnType<typeof useCheckout>

/** Returns the fields of an order that was sent before a reload, otherwise the initial fields. */
function initialFields(
  record: PurchaseRecord,
  { profile, coveredKg, againKg }: CheckoutDialogProps,
): CheckoutFields {
  const firstKg = againKg ?? Math.min(firstCountKg, coveredKg || firstCountKg)
  const kgText = String(record.order?.count ?? firstKg)
  const phone = { text: record.recipient ?? '', country: profile.country }
  const sentName = record.order?.from_name
  const signature =
    typeof sentName === 'string' ? { name: sentName, isNickname: false } : emptySignature(profile)
  const day = record.order?.deliver_on ?? null
  return { kgText, useWallet: true, phone, note: noteOf(record), signature, day }
}

type Correction = { readonly listed: Batch; readonly corrected: Batch }

/** Applies a correction, unless the list was reloaded with different figures since then. */
function applyCorrection(batch: Batch, { listed, corrected }: Correction): Batch {
  const isUnchanged =
    batch.price_per_kg === listed.price_per_kg && batch.kg_available === listed.kg_available
  return batch.id === listed.id && isUnchanged ? corrected : batch
}

/** Returns the batches, with the price and stock that the server's last refusal reported. */
export function useNewestBatches(
  batches: readonly Batch[],
  chosenId: string,
  problem: PurchaseProblem | null,
): readonly Batch[] {
  const [handledProblem, setHandledProblem] = useState(problem)
  const [correction, setCorrection] = useState<Correction>()
  if (problem !== handledProblem) {
    setHandledProblem(problem)
    const listed = batches.find(({ id }) => id === chosenId)
    const price = problem?.quote?.price_per_kg
    const leftKg = problem?.leftKg
    if (listed && (price !== undefined || leftKg !== undefined)) {
      const price_per_kg = price ?? listed.price_per_kg
      setCorrection({
        listed,
        corrected: { ...listed, price_per_kg, kg_available: leftKg ?? listed.kg_available },
      })
    }
  }
  return correction ? batches.map((batch) => applyCorrection(batch, correction)) : batches
}
