// Defines and reads the code of a certificate: 16 letters of Crockford's alphabet. Pure.
import { asciiDigits } from './digits.ts'

/** Crockford's alphabet, without I, L, O and U. */
export const certificateAlphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
export const certificateCodeLength = 16
const codeForm = new RegExp(`^[${certificateAlphabet}]{${certificateCodeLength}}$`)

/**
 * Parses a code as people type it from paper: in small letters, in groups, with letters that look like
 * digits. Returns null for any other text.
 */
export function readCertificateCode(text: string): string | null {
  const plain = asciiDigits(text.normalize('NFKC'))
  const letters = plain.replaceAll(/[\s\p{Dash_Punctuation}]/gu, '').toUpperCase()
  const code = letters.replaceAll('O', '0').replaceAll(/[IL]/g, '1')
  return codeForm.test(code) ? code : null
}
