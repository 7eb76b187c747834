// Divides the card money of credit notes into what arrived on the card, what was paid without it, and what did not
// arrive. Pure.
import type { PaperDocument } from '#features/tax/read-documents.ts'
import type { Paid } from './receipt-queries.ts'

/** The card money of a credit note, in minor units of the receipt's currency. */
export type CardWays = {
  readonly cardMinor: number
  /** Paid without the card, because its refund failed. */
  readonly otherwiseMinor: number
  /** The refund failed, or a bank returned the money to us. */
  readonly missingMinor: number
}
/** A payment without the card. `part` is the refund in part that it belongs to, or null. */
export type RefundPayment = { readonly part: number | null; readonly amount_minor: number }

type CardNote = { readonly part: number | null; readonly cardMinor: number }
type CardReturn = {
  /** The refunds of the provider, and the money that banks took in lost disputes. */
  readonly arrivedMinor: number
  readonly payments: readonly RefundPayment[]
  /** True while a refund is under way, so that its money counts as arriving. */
  readonly isPending: boolean
}

/**
 * Returns the ways of each note's card money. A payment belongs to the note of its refund. Missing money belongs
 * to the last notes, because no refund begins while an earlier one is owed.
 */
export function cardWaysOf(
  notes: readonly CardNote[],
  { arrivedMinor, payments, isPending }: CardReturn,
): CardWays[] {
  const left = notes.map(({ cardMinor }) => cardMinor)
  const paid = notes.map(() => 0)
  const fromLast = notes.map((_, index) => notes.length - 1 - index)
  for (const { part, amount_minor: amountMinor } of payments) {
    const own = fromLast.filter((index) => notes[index]?.part === part)
    take(left, paid, [...own, ...fromLast], amountMinor)
  }
  const missing = notes.map(() => 0)
  const rest = left.reduce((sum, minor) => sum + minor, 0)
  if (!isPending) take(left, missing, fromLast, Math.max(0, rest - arrivedMinor))
  return notes.map((_, index) => ({
    cardMinor: left[index] ?? 0,
    otherwiseMinor: paid[index] ?? 0,
    missingMinor: missing[index] ?? 0,
  }))
}

/** Moves `amountMinor` from the notes' `left` to `taken`, in the order of `indexes`. */
function take(left: number[], taken: number[], indexes: readonly number[], amountMinor: number) {
  let rest = amountMinor
  for (const index of indexes) {
    const minor = Math.min(rest, left[index] ?? 0)
    left[index] = (left[index] ?? 0) - minor
    taken[index] = (taken[index] ?? 0) + minor
    rest -= minor
  }
}

type Refunded = Pick<Paid, 'arrived_minor' | 'is_part_due' | 'reversal'>

/** Returns the ways of each note's card money. Null where a note of an earlier version does not say its card money. */
export function notedCardWays(
  paid: Refunded,
  notes: readonly Pick<PaperDocument, 'part' | 'card_minor'>[],
  payments: readonly RefundPayment[],
): CardWays[] | null {
  const cards = notes.flatMap(({ part, card_minor: cardMinor }) =>
    cardMinor === null ? [] : [{ part, cardMinor }],
  )
  if (cards.length < notes.length) return null
  const isPending = paid.reversal === 'refunding' || paid.is_part_due
  return cardWaysOf(cards, { arrivedMinor: paid.arrived_minor, payments, isPending })
}
