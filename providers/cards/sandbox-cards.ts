// Lists the outcomes of the sandbox's test cards by card number, and refuses invalid card details
// (docs/product.md#sandboxes).
import { passesLuhn } from '#values/money/luhn.ts'

export type CardDetails = {
  readonly number: string
  readonly expMonth: number
  readonly expYear: number
  readonly cvc: string
}

/** Behaviours by number; other cards pay. `refund_waits`: it pays, and its refunds stay pending. */
const behaviours = {
  '4000000000000002': 'declined',
  '4000000000009995': 'lacks_funds',
  '4000000000000119': 'errs',
  '4000002500003155': 'asks',
  '4000000000007726': 'refund_waits',
  '4000000000005126': 'refund_fails',
} as const
type CardBehaviour = 'pays' | (typeof behaviours)[keyof typeof behaviours]
const behavioursByNumber: ReadonlyMap<string, CardBehaviour> = new Map(Object.entries(behaviours))

/** The provider's error messages for a declined card. */
export const declineSentences: ReadonlyMap<string, string> = new Map([
  ['declined', 'Your card was declined.'],
  ['lacks_funds', 'Your card has insufficient funds.'],
  ['errs', 'An error occurred while processing your card. Please try again.'],
])

/** The invalid field of a card, as the request names it. */
export type RefusedCard = { readonly field: 'number' | 'exp_month' | 'exp_year' | 'cvc' }

/** Returns the outcome of a card, or its first invalid field. */
export function behaviourOf(card: CardDetails, today: Date): CardBehaviour | RefusedCard {
  const digits = card.number.replace(/[\s-]/g, '')
  if (!/^\d{13,19}$/.test(digits) || !passesLuhn(digits)) return { field: 'number' }
  const year = card.expYear < 100 ? 2000 + card.expYear : card.expYear
  const thisYear = today.getUTCFullYear()
  if (card.expMonth < 1 || card.expMonth > 12) return { field: 'exp_month' }
  if (year < thisYear || year > thisYear + 50) return { field: 'exp_year' }
  // A card is valid to the end of its month.
  if (Date.UTC(year, card.expMonth, 1) <= today.getTime()) return { field: 'exp_month' }
  if (!/^\d{3,4}$/.test(card.cvc)) return { field: 'cvc' }
  return behavioursByNumber.get(digits) ?? 'pays'
}
