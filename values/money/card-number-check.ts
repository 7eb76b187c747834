// Finds card numbers in the texts of a request, since card numbers must never reach this API. Pure.

import { type Problem, problem } from '../problem.ts'
import { phonePattern } from '../text/phone-number.ts'
import { holdsCardNumber } from './card-number.ts'

/** Maximum length of a field's path in an answer, in characters. */
const namedMax = 100

/**
 * Fields of a purchase that contain ids of the product or the provider, never a user's text. They are
 * not searched.
 */
const idFields = new Set(['batchId', 'wallet_tx_id', 'card_token', 'telephone', 'reward_id'])

/**
 * Returns `card_number_refused` if any field of a request except `idFields`, declared or not, contains
 * a card number; otherwise null. The problem names the field where its name shows no card number
 * (docs/product.md#free-text).
 */
export function refusedCardNumber(body: unknown): Problem<'card_number_refused'> | null {
  for (const [name, value] of Object.entries(Object(body))) {
    if (idFields.has(name)) continue
    // Skips the caller's own phone number, because one phone number in ten looks like a card number.
    if (name === 'from' && typeof value === 'string' && phonePattern.test(value)) continue
    const fieldPath = cardNumberPath([], name, value)
    if (fieldPath !== null) {
      const field = fieldPath.join('.')
      const canBeNamed = field !== '' && field.length <= namedMax && !holdsCardNumber(field)
      return problem('card_number_refused', { fields: { field: canBeNamed ? field : null } })
    }
  }
  return null
}

/**
 * Returns the path of field names to a card number; null if there is none. A field name that is itself
 * a card number is left out.
 */
function cardNumberPath(
  parentPath: readonly string[],
  name: string,
  value: unknown,
): readonly string[] | null {
  if (holdsCardNumber(name)) return parentPath
  const fieldPath = [...parentPath, name]
  if (typeof value === 'string') return holdsCardNumber(value) ? fieldPath : null
  if (typeof value === 'number') {
    // A number with decimals is a computed amount; its digits are no card number.
    return Number.isInteger(value) && holdsCardNumber(String(value)) ? fieldPath : null
  }
  if (typeof value !== 'object' || value === null) return null
  for (const [inner, member] of Object.entries(value)) {
    const found = cardNumberPath(fieldPath, inner, member)
    if (found !== null) return found
  }
  return null
}
