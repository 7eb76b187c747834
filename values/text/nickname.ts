// Defines the rules for nicknames, for the server and for the fields that take one
// (docs/product.md#names).
import { plainSigns } from './plain-signs.ts'

/** Matches 2 to 24 letters, digits, spaces and .-' of any script. */
export const nicknamePattern = /^[\p{L}\p{M}\p{N} .'-]{2,24}$/u
export const nicknameMinLength = 2
export const nicknameMaxLength = 24

/** Returns a name as it is stored: curled apostrophes and long dashes, which phones type, become plain. */
export function tidyName(typed: string): string {
  return plainSigns(typed.normalize('NFC')).trim()
}
