// Checks the last digit of a card number. Apart from the search in texts, which no page loads. Pure.

/** ISO/IEC 7812-1 Annex B: the Luhn sum of a string of digits. */
export function passesLuhn(digits: string): boolean {
  let sum = 0
  for (const [index, digit] of [...digits].reverse().entries()) {
    const doubled = Number(digit) * (index % 2 === 1 ? 2 : 1)
    sum += doubled > 9 ? doubled - 9 : doubled
  }
  return sum % 10 === 0
}
