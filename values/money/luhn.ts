// Checks the check digit of a card number (Luhn). Separate from card-number.ts, which no page loads.
// Pure.

const zero = '0'.charCodeAt(0)

/** Returns true if a string of digits passes the Luhn check (ISO/IEC 7812-1, Annex B). */
export function passesLuhn(digits: string): boolean {
  let sum = 0
  // Without an array, because a long text has tens of thousands of candidates.
  for (let fromEnd = 0; fromEnd < digits.length; fromEnd += 1) {
    const digit = digits.charCodeAt(digits.length - 1 - fromEnd) - zero
    const doubled = fromEnd % 2 === 1 ? digit * 2 : digit
    sum += doubled > 9 ? doubled - 9 : doubled
  }
  return sum % 10 === 0
}
