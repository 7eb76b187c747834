// Lists the outcomes of the sandbox's test cards by card number, and refuses invalid card details
// (docs/product.md#sandboxes).
import { createHash } from 'node:crypto'
import { passesLuhn } from '#values/money/luhn.ts'

export type CardDetails = {
  readonly number: string
  readonly expMonth: number
  readonly expYear: number
  readonly cvc: string
}

/**
 * Behaviours by number; other cards pay. `refund_waits`: it pays, and its refunds stay pending. `declined_kept`:
 * it pays once, and is declined as a saved card. `disputed` and `warned`: it pays; then its bank disputes the payment,
 * or its network warns of fraud.
 */
const behaviours = {
  '4000000000000002': 'declined',
  '4000000000009995': 'lacks_funds',
  '4000000000000119': 'errs',
  '4000002500003155': 'asks',
  '4000000000007726': 'refund_waits',
  '4000000000005126': 'refund_fails',
  '4000000000000341': 'declined_kept',
  '4000000000000259': 'disputed',
  '4000000000005423': 'warned',
} as const
type CardBehaviour = 'pays' | (typeof behaviours)[keyof typeof behaviours]
const behavioursByNumber: ReadonlyMap<string, CardBehaviour> = new Map(Object.entries(behaviours))

/** The provider's error messages for a declined card. */
export const declineSentences: ReadonlyMap<string, string> = new Map([
  ['declined', 'Your card was declined.'],
  ['lacks_funds', 'Your card has insufficient funds.'],
  ['errs', 'An error occurred while processing your card. Please try again.'],
  // Of a kept card only.
  ['expired', 'Your card has expired.'],
  ['needs_cardholder', 'Your card was declined.'],
])

/** The invalid field of a card, as the request names it. */
export type RefusedCard = { readonly field: 'number' | 'exp_month' | 'exp_year' | 'cvc' }

/** Returns the outcome of a card, or its first invalid field. */
export function behaviourOf(card: CardDetails, today: Date): CardBehaviour | RefusedCard {
  const digits = digitsOf(card)
  if (!/^\d{13,19}$/.test(digits) || !passesLuhn(digits)) return { field: 'number' }
  const year = yearOf(card)
  const thisYear = today.getUTCFullYear()
  if (card.expMonth < 1 || card.expMonth > 12) return { field: 'exp_month' }
  if (year < thisYear || year > thisYear + 50) return { field: 'exp_year' }
  // A card is valid to the end of its month.
  if (Date.UTC(year, card.expMonth, 1) <= today.getTime()) return { field: 'exp_month' }
  if (!/^\d{3,4}$/.test(card.cvc)) return { field: 'cvc' }
  return behavioursByNumber.get(digits) ?? 'pays'
}

const digitsOf = ({ number }: CardDetails) => number.replace(/[\s-]/g, '')
const yearOf = ({ expYear }: CardDetails) => (expYear < 100 ? 2000 + expYear : expYear)

/** Returns the number of months since the year 0. */
export const monthCount = (year: number, month: number): number => year * 12 + month

const brands: ReadonlyMap<string, string> = new Map([
  ['2', 'mastercard'],
  ['3', 'amex'],
  ['4', 'visa'],
  ['5', 'mastercard'],
])

/** Issuers' countries of the test numbers 400000…, whose 7th to 9th digit is a country's number in ISO 3166. */
const countriesByNumber: ReadonlyMap<string, string> = new Map([
  ['250', 'FR'],
  ['276', 'DE'],
  ['380', 'IT'],
  ['528', 'NL'],
  ['724', 'ES'],
  ['792', 'TR'],
  ['840', 'US'],
])

function countryOf(digits: string): string {
  const number = digits.startsWith('400000') ? digits.slice(6, 9) : ''
  return countriesByNumber.get(number) ?? 'GB'
}

/**
 * Returns the printed details of a card without its number, and its issuer's country. The short fingerprint fits
 * many numbers.
 */
export function printOf(card: CardDetails) {
  const digits = digitsOf(card)
  return {
    fingerprint: createHash('sha256').update(digits).digest('hex').slice(0, 6),
    brand: brands.get(digits.slice(0, 1)) ?? 'unknown',
    lastFour: digits.slice(-4),
    expMonth: card.expMonth,
    expYear: yearOf(card),
    country: countryOf(digits),
  }
}
