// What people may write: notes are cleaned, and a card number in any text is recognised, since card
// numbers must not reach this API. Pure.
import { passesLuhn } from '#values/card-number.ts'
import { phonePattern } from '#values/phone-number.ts'

/** Control and direction characters, which could hide or reorder what a reader sees. */
const invisible = /[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/gu

/** A note as it is kept: NFC, without control and direction characters, trimmed. */
export function cleanText(text: string): string {
  return text
    .replace(/\r\n?|\n/g, ' ')
    .replace(invisible, '')
    .normalize('NFC')
    .trim()
}

/** Length as the specification counts: code points. */
export function lengthOf(text: string): number {
  return [...text].length
}

/** Whether 13 to 19 digits, together or in groups, pass Luhn (contract 6). */
export function holdsCardNumber(text: string): boolean {
  for (const [run] of text.normalize('NFKC').matchAll(/\d+(?:[^\p{L}\p{N}]{1,3}\d+)*/gu)) {
    const groups = run.split(/\D+/)
    for (let start = 0; start < groups.length; start += 1) {
      let digits = ''
      for (let end = start; end < groups.length && digits.length <= 19; end += 1) {
        digits += groups[end]
        if (digits.length >= 13 && digits.length <= 19 && passesLuhn(digits)) return true
      }
    }
  }
  return false
}

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
