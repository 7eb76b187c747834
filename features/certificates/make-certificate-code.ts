// Makes the code of a certificate, the only secret in its address. Any user with the code can read
// the page.
import { randomInt } from 'node:crypto'
import { certificateAlphabet, certificateCodeLength } from '#values/text/certificate-code.ts'

const letter = () => certificateAlphabet[randomInt(certificateAlphabet.length)]

/** Returns a code of 80 random bits. */
export function newCertificateCode(): string {
  return Array.from({ length: certificateCodeLength }, letter).join('')
}
