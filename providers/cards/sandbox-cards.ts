// Lists the sandbox's test cards: the outcome of each number, and the refused details
// (docs/product.md#sandboxes).
import { passesLuhn } from '#values/money/card-number.ts'

export type CardDetails = {
  readonly number: string
  readonly expMonth: number
  readonly expYear: number
  readonly cvc: string
}

export type CardBehaviour =
  | 'pays'
  | 'declined'
  | 'lacks_funds'
  | 'errs'
  | 'asks'
  /** Pays; its refunds stay pending, or fail. */
  | 'refund_waits'
  | 'refund_fails'

const behaviours: ReadonlyMap<string, CardBehaviour> = new Map([
  ['4000000000000002', 'declined'],
  ['4000000000009995', 'lacks_funds'],
  ['4000000000000119', 'errs'],
  ['4000002500003155', 'asks'],
  ['4000000000007726', 'refund_waits'],
  ['4000000000005126', 'refund_fails'],
])

/** The provider's words for a card that does not pay. */
export const declineSentences: ReadonlyMap<string, string> = new Map([
  ['declined', 'Your card was declined.'],
  ['lacks_funds', 'Your card has insufficient funds.'],
  ['errs', 'An error occurred while processing your card. Please try again.'],
])

/** Returns the outcome of a card, or null for an invalid number, expiry or code. */
export function behaviourOf(card: CardDetails, today: Date): CardBehaviour | null {
  const digits = card.number.replace(/[\s-]/g, '')
  if (!/^\d{13,19}$/.test(digits) || !passesLuhn(digits)) return null
  if (!/^\d{3,4}$/.test(card.cvc)) return null
  const year = card.expYear < 100 ? 2000 + card.expYear : card.expYear
  if (card.expMonth < 1 || card.expMonth > 12 || year > today.getUTCFullYear() + 50) return null
  // A card is good to the end of its month.
  if (Date.UTC(year, card.expMonth, 1) <= today.getTime()) return null
  return behaviours.get(digits) ?? 'pays'
}
