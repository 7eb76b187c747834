// Declares the interface of the card fields, which each provider implements. The dialog receives a token or a
// problem, never the card number.
import type { Ref } from 'react'
import { texts } from '#web/texts.ts'
import { Skeleton, SkeletonGroup } from '#web/ui/states/skeleton.tsx'
import type { PurchaseProblem } from '../purchase-steps.ts'

/** A token of the card. `saves` is true if the provider shall keep the card. */
export type CardToken = { readonly token: string; readonly saves?: boolean }

/** A token of the card, or a problem. Undefined if no card is needed. */
export type CardAnswer = CardToken | { readonly problem: PurchaseProblem } | undefined

export type CardFieldHandle = {
  /** Creates a token for the typed card. Called once per reservation. */
  tokenise(): Promise<NonNullable<CardAnswer>>
  focus(): void
  /** Returns true if no field is empty. */
  isFilled(): boolean
}

export type CardFieldProps = {
  ref: Ref<CardFieldHandle>
  /** The text of the card's problem, which is shown next to the fields. */
  error: string | undefined
  /** True to mark each empty field. */
  marksEmpty?: boolean
  onEdit: () => void
}

/** Returns Stripe's publishable key from `<html data-stripe-key>`. Returns undefined for the sandbox. */
export function stripeKey(): string | undefined {
  return document.documentElement.dataset.stripeKey
}

/** Shows placeholders while the provider's card fields load. */
export function CardFieldsLoading() {
  return (
    <SkeletonGroup label={texts.common_loading()}>
      <span className="grid gap-3 rounded-card border border-line bg-page/60 px-3.5 py-4">
        <Skeleton className="h-19 rounded-field" />
        <span className="grid grid-cols-[repeat(auto-fit,minmax(min(7rem,100%),1fr))] gap-3">
          <Skeleton className="h-19 rounded-field" />
          <Skeleton className="h-19 rounded-field" />
        </span>
      </span>
    </SkeletonGroup>
  )
}

/**
 * Returns true on touch devices. These have no Tab key, so the focus moves to the next field when a field is
 * complete.
 */
export function advancesFocus(): boolean {
  return window.matchMedia('(pointer: coarse)').matches
}
