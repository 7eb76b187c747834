// What the dialog knows of the card's own field, whichever provider draws it. The number never
// crosses this line: only a token does, or what is wrong.
import type { Ref } from 'react'
import { texts } from '#web/texts.ts'
import { Skeleton, SkeletonGroup } from '#web/ui/states/skeleton.tsx'
import type { PurchaseProblem } from '../purchase-steps.ts'

/** What the card's own field gave: its token, or what is wrong with it; nothing where none is due. */
export type CardAnswer =
  | { readonly token: string }
  | { readonly problem: PurchaseProblem }
  | undefined

export type CardFieldHandle = {
  /** Turns what was typed into a token, once per reservation. */
  tokenise(): Promise<NonNullable<CardAnswer>>
  focus(): void
  /** Whether something stands in each of its fields. */
  isFilled(): boolean
}

export type CardFieldProps = {
  ref: Ref<CardFieldHandle>
  /** What is wrong with the card, beside its fields. */
  error: string | undefined
  /** Each of its fields that is empty says so. */
  marksEmpty?: boolean
  onEdit: () => void
}

/** Named by the server in `<html data-stripe-key>` where Stripe charges cards; else the sandbox does. */
export function stripeKey(): string | undefined {
  return document.documentElement.dataset.stripeKey
}

/** The shapes of the card's fields while the provider's own are on their way. */
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

/** Whether a part of the card that is whole leads to the next one: not where Tab does. */
export function leadsOn(): boolean {
  return window.matchMedia('(pointer: coarse)').matches
}
