// Generates idempotency keys.
import { hexOf } from '#web/hex.ts'

/**
 * Generates a key for one action of the user, which every repeat of the action must use. It is a random UUID
 * (version 4), computed here because older browsers and pages without https lack `crypto.randomUUID`.
 */
export function newIdempotencyKey(): string {
  const digits = hexOf(crypto.getRandomValues(new Uint8Array(16)))
  const variant = '89ab'[Number.parseInt(digits.charAt(16), 16) % 4]
  const parts = [
    digits.slice(0, 8),
    digits.slice(8, 12),
    `4${digits.slice(13, 16)}`,
    `${variant}${digits.slice(17, 20)}`,
    digits.slice(20),
  ]
  return parts.join('-')
}
