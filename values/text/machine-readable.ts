// Computes the letters and check digits of machine-readable zones (ICAO 9303). Pure.
import { fold } from './fold.ts'

function letterValue(letter: string): number {
  if (letter === '<') return 0
  const digit = Number.parseInt(letter, 36)
  return Number.isNaN(digit) ? 0 : digit
}

/** Returns the check digit (ICAO 9303 part 3): the weighted sum modulo 10. */
export function checkDigit(text: string): string {
  const weights = [7, 3, 1] as const
  let sum = 0
  for (let i = 0; i < text.length; i++) {
    sum += letterValue(text.charAt(i)) * (weights[i % 3] ?? 0)
  }
  return String(sum % 10)
}

/** Returns letters without their accents, and `<` for all else. */
export function plainLetters(text: string): string {
  return fold(text)
    .toUpperCase()
    .replace(/[^A-Z0-9]+/g, '<')
    .replace(/^<+|<+$/g, '')
}
