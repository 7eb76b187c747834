// Card numbers must never reach this API: whether a request holds one in any text. Pure.
import { holdsCardNumber } from '#values/card-number.ts'
import { phonePattern } from '#values/phone-number.ts'

/** Fields of a purchase that hold ids of ours or of the provider, never a person's words. */
const idFields = new Set(['batchId', 'wallet_tx_id', 'card_token', 'telephone', 'reward_id'])

/** Whether any other field of a request, known or not, holds a card number. */
export function bodyHoldsCardNumber(body: unknown): boolean {
  return Object.entries(Object(body)).some(([name, value]) => {
    if (idFields.has(name)) return false
    // A caller's own phone number, which one in ten times looks like a card's.
    if (name === 'from' && typeof value === 'string' && phonePattern.test(value)) return false
    return holdsCardNumber(name) || anyHoldsCardNumber(value)
  })
}

function anyHoldsCardNumber(value: unknown): boolean {
  if (typeof value === 'string') return holdsCardNumber(value)
  // The places behind the point of a computed amount are no card's digits.
  if (typeof value === 'number') return Number.isInteger(value) && holdsCardNumber(String(value))
  if (typeof value !== 'object' || value === null) return false
  return Object.entries(value).some(
    ([name, member]) => holdsCardNumber(name) || anyHoldsCardNumber(member),
  )
}
