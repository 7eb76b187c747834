// Declares the card field that the dialog uses, whichever provider draws it. The card number never
// leaves the field: the dialog gets a token or a problem.
import type { Ref } from 'react'
import { texts } from '#web/texts.ts'
import { Skeleton, SkeletonGroup } from '#web/ui/states/skeleton.tsx'
import type { PurchaseProblem } from '../purchase-steps.ts'

/** The card field's token, or its problem; undefined where no card is needed. */
export type CardAnswer =
  | { readonly token: string }
  | { readonly problem: PurchaseProblem }
  | undefined

export type CardFieldHandle = {
  /** Returns a token for the typed card, once per reservation. */
  tokenise(): Promise<NonNullable<CardAnswer>>
  focus(): void
  /** Whether each of its fields has a value. */
  isFilled(): boolean
}

export type CardFieldProps = {
  ref: Ref<CardFieldHandle>
  /** The card's problem, shown next to its fields. */
  error: string | undefined
  /** Whether each empty field is marked. */
  marksEmpty?: boolean
  onEdit: () => void
}

/** Returns Stripe's publishable key from `<html data-stripe-key>`; undefined with the sandbox. */
export function stripeKey(): string | undefined {
  return document.documentElement.dataset.stripeKey
}

/** Shows placeholders of the card's fields while the provider's own load. */
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
 * Whether a complete field moves the focus to the next one. Only on touch devices, which have no
 * Tab key.
 */
export function leadsOn(): boolean {
  return window.matchMedia('(pointer: coarse)').matches
}
