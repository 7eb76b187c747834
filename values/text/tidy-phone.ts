// The common spellings of a phone number as one, before anybody knows its country. Pure, for both halves.
import { asciiDigits } from './digits.ts'

/**
 * Digits of every script, `0044…`, `+44 (0)…`, letters and odd blanks gone. What follows a letter, `#`,
 * `;` or `,` after a digit is an extension, which no SMS reaches.
 */
export function tidyPhone(text: string): string {
  const plain = asciiDigits(text.normalize('NFKC'))
    .replace(/(\d[^\p{L}#;,]*)[\p{L}#;,].*/su, '$1')
    .replace(/[^\d+()\-.\s/]/g, '')
    .trimStart()
  const international = plain.replace(/^\(?00(?=[1-9\s(])/, '+')
  return international.startsWith('+') ? international.replace(/\(\s*0\s*\)/, '') : international
}
