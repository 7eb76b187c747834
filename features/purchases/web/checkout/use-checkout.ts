// Holds the checkout of one project: its fields, its cost, and the action of its button. It draws
// no element.
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { Batch } from '#features/catalogue/catalogue-calls.ts'
import type { Profile } from '#features/people/people-calls.ts'
import type { CardFieldHandle } from '../card/card-field.tsx'
import {
  emptyGift,
  emptySignature,
  type GiftFields,
  keepNickname,
  readGift,
} from '../gift/gift-fields.tsx'
import type { Purchase } from '../purchase.ts'
import { noteOf, type PurchaseRecord } from '../purchase-record.ts'
import type { DialogState, PurchaseProblem } from '../purchase-steps.ts'
import { requestOf, reserve } from './send-order.ts'
import { previewsKey, useFigures } from './use-figures.ts'

/** Kilograms selected initially; fewer where the wallet pays for fewer. */
const firstCountKg = 100

export type CheckoutDialogProps = {
  kind: 'buy' | 'gift'
  project: { id: string; name: string }
  batches: readonly Batch[]
  batchId: string
  /** Kilograms that the wallet pays alone at the opening; undefined where unknown. */
  coveredKg: number | undefined
  /** Kilograms of the last purchase, where they are to be repeated. */
  againKg?: number | undefined
  onBatch: (batchId: string) => void
  profile: Profile
  open: boolean
  onOpenChange: (open: boolean) => void
}

type CheckoutFields = GiftFields & { readonly kgText: string; readonly useWallet: boolean }

export function useCheckout(props: CheckoutDialogProps, state: DialogState, purchase: Purchase) {
  const { kind, batches: listed, batchId, onBatch, profile, open } = props
  const card = useRef<CardFieldHandle>(null)
  const client = useQueryClient()
  const [fields, setFields] = useState(() => firstFields(purchase.record(), props))
  const problem = state.step === 'checkout' ? state.problem : null
  const batches = useNewestBatches(listed, batchId, problem)
  const batch = batches.find((each) => each.id === batchId)
  const isShown = open && state.step === 'checkout'
  const cost = useFigures(fields, isShown ? batch : undefined, profile)
  const edited = () => purchase.dispatch({ type: 'edited' })

  async function send() {
    const gift = kind === 'gift' ? await readGift(fields) : undefined
    if (gift && 'problem' in gift) return purchase.refuse(gift.problem)
    const { request, problem: wrong } = requestOf(batch, cost, profile, gift)
    if (!request) return purchase.refuse(wrong)
    const unsigned = gift && (await keepNickname(client, fields.signature))
    if (unsigned) return purchase.refuse(unsigned)
    const isCardDue = cost.figures?.card !== 0
    await reserve(purchase, request, async () => (isCardDue ? card.current?.tokenise() : undefined))
    // The order may hold part of the wallet, so earlier quotes of other amounts are stale.
    client.removeQueries({ queryKey: previewsKey, type: 'inactive' })
  }

  return {
    ...{ fields, batches, batch, cost, card, edited },
    send: () => void send(),
    change(part: Partial<CheckoutFields>) {
      setFields((now) => ({ ...now, ...part }))
      edited()
    },
    chooseBatch(id: string) {
      onBatch(id)
      edited()
    },
    /** Empties the fields of a completed gift for the next one. */
    emptyGift: () => setFields((now) => ({ ...now, ...emptyGift(profile) })),
  }
}

export type Checkout = ReturnType<typeof useCheckout>

/**
 * Returns the fields of an order sent before a reload, else empty ones for the giver's own country.
 */
function firstFields(
  record: PurchaseRecord,
  { profile, coveredKg, againKg }: CheckoutDialogProps,
): CheckoutFields {
  const firstKg = againKg ?? Math.min(firstCountKg, coveredKg || firstCountKg)
  const kgText = String(record.order?.count ?? firstKg)
  const phone = { text: record.recipient ?? '', country: profile.country }
  const sent = record.order?.from_name
  const signature =
    typeof sent === 'string' ? { name: sent, isNickname: false } : emptySignature(profile)
  return { kgText, useWallet: true, phone, note: noteOf(record), signature }
}

type Correction = { readonly old: Batch; readonly now: Batch }

/** Applies a correction only while the list still has the refused figures. */
function corrected(batch: Batch, { old, now }: Correction): Batch {
  const isOld = batch.price_per_kg === old.price_per_kg && batch.kg_available === old.kg_available
  return batch.id === old.id && isOld ? now : batch
}

export function useNewestBatches(
  batches: readonly Batch[],
  chosenId: string,
  problem: PurchaseProblem | null,
): readonly Batch[] {
  const [seen, setSeen] = useState(problem)
  const [correction, setCorrection] = useState<Correction>()
  if (problem !== seen) {
    setSeen(problem)
    const old = batches.find(({ id }) => id === chosenId)
    const price = problem?.quote?.price_per_kg
    const leftKg = problem?.leftKg
    if (old && (price !== undefined || leftKg !== undefined)) {
      const price_per_kg = price ?? old.price_per_kg
      setCorrection({
        old,
        now: { ...old, price_per_kg, kg_available: leftKg ?? old.kg_available },
      })
    }
  }
  return correction ? batches.map((batch) => corrected(batch, correction)) : batches
}
