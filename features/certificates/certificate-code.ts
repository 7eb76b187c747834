// The code of a certificate, which is all that its address holds: whoever knows it may read the page.
import { randomInt } from 'node:crypto'

/** Crockford's: no I, L, O and U. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const codeLength = 16
const codeForm = new RegExp(`^[${alphabet}]{${codeLength}}$`)

/** 80 random bits. */
export function newCertificateCode(): string {
  return Array.from({ length: codeLength }, () => alphabet[randomInt(alphabet.length)]).join('')
}

/**
 * The code that somebody means who typed it from paper: in small letters, in groups, with the letters
 * that look like a digit. Null where it can be none.
 */
export function readCertificateCode(text: string): string | null {
  const code = text.toUpperCase().replaceAll('-', '').replaceAll('O', '0').replace(/[IL]/g, '1')
  return codeForm.test(code) ? code : null
}
