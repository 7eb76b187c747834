// Checks the check digit of a card number (Luhn). Separate from card-number.ts, which no page loads.
// Pure.

/** Returns true if a string of digits passes the Luhn check (ISO/IEC 7812-1, Annex B). */
export function passesLuhn(digits: string): boolean {
  let sum = 0
  for (const [index, digit] of [...digits].reverse().entries()) {
    const doubled = Number(digit) * (index % 2 === 1 ? 2 : 1)
    sum += doubled > 9 ? doubled - 9 : doubled
  }
  return sum % 10 === 0
}
