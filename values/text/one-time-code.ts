// Defines a one-time code, for the server, which generates it, and for the browser's field
// (docs/product.md#one-time-codes).
import { asciiDigits } from './digits.ts'

/** Number of digits of a code. */
export const codeDigits = 6
/** Seconds for which a code is valid after it was last sent. */
export const codeLifeSeconds = 300
/** Maximum number of attempts at a code. After the last wrong attempt only another code works. */
export const codeTriesMax = 5

/** Returns the code in a typed or pasted text, in digits of any script. */
export function codeIn(text: string): string {
  return asciiDigits(text).replace(/\D/g, '').slice(0, codeDigits)
}
