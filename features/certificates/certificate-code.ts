// Makes the code of a certificate, which is all that its address holds: whoever knows it may read the page.
import { randomInt } from 'node:crypto'
import { certificateAlphabet, certificateCodeLength } from '#values/text/certificate-code.ts'

const letter = () => certificateAlphabet[randomInt(certificateAlphabet.length)]

/** 80 random bits. */
export function newCertificateCode(): string {
  return Array.from({ length: certificateCodeLength }, letter).join('')
}
