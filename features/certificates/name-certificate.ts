// Sets, changes or removes the name on a certificate.

import { shownName } from '#features/certificates/certificate-name.ts'
import type { OwnCertificate } from '#features/certificates/make-certificate.ts'
import { type Problem, problem } from '#values/problem.ts'
import { readCertificateCode } from '#values/text/certificate-code.ts'
import { writeName } from './certificate-queries.ts'
import type { Services } from './certificate-services.ts'

/**
 * Writes the name and returns the certificate. Problems: `certificate_not_found`,
 * `card_number_refused`, `certificate_name_too_long`.
 */
export async function nameCertificate(
  { db }: Services,
  holderId: string,
  input: { readonly code: string; readonly name?: string | null | undefined },
): Promise<
  | OwnCertificate
  | Problem<'certificate_not_found' | 'card_number_refused' | 'certificate_name_too_long'>
> {
  const nameResult = shownName(input.name)
  if ('problem' in nameResult) return nameResult
  const code = readCertificateCode(input.code)
  const certificate = code === null ? null : await writeName(db, code, holderId, nameResult.name)
  return certificate ?? problem('certificate_not_found')
}
