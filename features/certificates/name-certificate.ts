// Sets, changes or removes the name on a certificate.

import { type NameProblem, shownName } from '#features/certificates/certificate-name.ts'
import type { OwnCertificate } from '#features/certificates/make-certificate.ts'
import { type Problem, problem } from '#values/problem.ts'
import { readCertificateCode } from '#values/text/certificate-code.ts'
import { writeName } from './certificate-queries.ts'
import type { Services } from './certificate-services.ts'

/**
 * Writes the name and returns the certificate. Problems: `certificate_not_found`, and those of the
 * name (`NameProblem`).
 */
export async function nameCertificate(
  { db }: Services,
  holderId: string,
  input: { readonly code: string; readonly name?: string | null | undefined },
): Promise<OwnCertificate | Problem<'certificate_not_found' | NameProblem>> {
  const nameResult = shownName(input.name)
  if ('problem' in nameResult) return nameResult
  const code = readCertificateCode(input.code)
  const certificate = code === null ? null : await writeName(db, code, holderId, nameResult.name)
  return certificate ?? problem('certificate_not_found')
}
