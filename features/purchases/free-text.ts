// What people may write: notes are cleaned, and a card number in any text is recognised, since card
// numbers must never reach this API. Pure.
import { passesLuhn } from '#values/card-number.ts'

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
  for (const [run] of text.matchAll(/\d+(?:[ .\-\u00a0]\d+)*/g)) {
    const groups = run.split(/[ .\-\u00a0]/)
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
  if (typeof body === 'string' || typeof body === 'number') return holdsCardNumber(String(body))
  if (typeof body !== 'object' || body === null) return false
  return Object.entries(body).some(
    ([name, value]) => !idFields.has(name) && bodyHoldsCardNumber(value),
  )
}
