// Generates the code of a certificate. The code is a secret: it gives access to the certificate's page.
import { randomInt } from 'node:crypto'
import { certificateAlphabet, certificateCodeLength } from '#values/text/certificate-code.ts'

const letter = () => certificateAlphabet[randomInt(certificateAlphabet.length)]

/** Generates a code of 80 random bits. */
export function newCertificateCode(): string {
  return Array.from({ length: certificateCodeLength }, letter).join('')
}
