// What the dialog knows of the card's own field, whichever provider draws it. The number never
// crosses this line: only a token does, or what is wrong.
import type { Ref } from 'react'
import type { CardAnswer } from './purchase-flow.ts'

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
  onEdit: () => void
}

/** Named by the server in `<html data-stripe-key>` where Stripe charges cards; else the sandbox does. */
export function stripeKey(): string | undefined {
  return document.documentElement.dataset.stripeKey
}
