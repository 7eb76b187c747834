// Finds card numbers in the texts of a request, since card numbers must never reach this API. Pure.

import { type Problem, problem } from '../problem.ts'
import { phonePattern } from '../text/phone-number.ts'
import { holdsCardNumber } from './card-number.ts'

/** Characters of a place that an answer names at most. */
const namedMax = 100

/** Fields of a purchase that hold ids of ours or of the provider, never a person's words. */
const idFields = new Set(['batchId', 'wallet_tx_id', 'card_token', 'telephone', 'reward_id'])

/**
 * `card_number_refused` where any other field of a request, known or not, holds a card number; else
 * null. The answer names the field, and never the number (docs/product.md#free-text).
 */
export function refusedCardNumber(body: unknown): Problem<'card_number_refused'> | null {
  for (const [name, value] of Object.entries(Object(body))) {
    if (idFields.has(name)) continue
    // A caller's own phone number, which one in ten times looks like a card's.
    if (name === 'from' && typeof value === 'string' && phonePattern.test(value)) continue
    const place = placeIn([], name, value)
    if (place !== null) {
      const field = place.join('.')
      const isSayable = field !== '' && field.length <= namedMax && !holdsCardNumber(field)
      return problem('card_number_refused', { fields: { field: isSayable ? field : null } })
    }
  }
  return null
}

/**
 * The names that lead to a card number; null where there is none. A name that is a card number
 * itself is left out.
 */
function placeIn(way: readonly string[], name: string, value: unknown): readonly string[] | null {
  if (holdsCardNumber(name)) return way
  const place = [...way, name]
  if (typeof value === 'string') return holdsCardNumber(value) ? place : null
  if (typeof value === 'number') {
    // The places behind the point of a computed amount are no card's digits.
    return Number.isInteger(value) && holdsCardNumber(String(value)) ? place : null
  }
  if (typeof value !== 'object' || value === null) return null
  for (const [inner, member] of Object.entries(value)) {
    const found = placeIn(place, inner, member)
    if (found !== null) return found
  }
  return null
}
