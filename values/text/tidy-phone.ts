// Reduces the common spellings of a phone number to one, before its country is known. Pure, for
// server and browser.
import { asciiDigits } from './digits.ts'

/**
 * Converts digits of every script, `0044…` and `+44 (0)…`, and removes letters and unusual blanks. Text
 * after a letter, `#`, `;` or `,` that follows a digit is an extension and is removed, because no SMS
 * reaches an extension.
 */
export function tidyPhone(text: string): string {
  const plain = asciiDigits(text.normalize('NFKC'))
    .replace(/(\d[^\p{L}#;,]*)[\p{L}#;,].*/su, '$1')
    .replace(/[^\d+()\-.\s/]/g, '')
    .trimStart()
  const international = plain.replace(/^\(?00(?=[1-9\s(])/, '+')
  return international.startsWith('+') ? international.replace(/\(\s*0\s*\)/, '') : international
}
