// Defines a one-time code, for the server that makes it and the browser that takes it
// (docs/product.md#one-time-codes).

/** How many digits a code has. */
export const codeDigits = 6
/** How long a code works after it was last sent. */
export const codeLifeSeconds = 300
/** How many tries a code has; after the last wrong one only another code helps. */
export const codeTriesMax = 5

/** Returns the code in a typed or pasted text. */
export function codeIn(text: string): string {
  return text.replace(/\D/g, '').slice(0, codeDigits)
}
