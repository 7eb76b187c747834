// Creates the certificate of a purchase for the holder of its kilograms: the buyer, or the receiver of a
// gift. A purchase has at most one certificate.

import { type NameProblem, shownName } from '#features/certificates/certificate-name.ts'
import { newCertificateCode } from '#features/certificates/make-certificate-code.ts'
import type { Viewer } from '#features/people/find-session.ts'
import { lockNumbers } from '#features/people/lock-people.ts'
import { type Problem, problem } from '#values/problem.ts'
import { findOwnCertificate, insertCertificate } from './certificate-queries.ts'
import type { Services } from './certificate-services.ts'

export type OwnCertificate = { readonly code: string; readonly name: string | null }

/**
 * Creates a certificate. If the purchase has one already, returns it unchanged, with `isNew` false.
 * Problems: `purchase_not_found` for every user but the holder, and those of the name
 * (`NameProblem`).
 */
export async function makeCertificate(
  { db }: Services,
  { passportId, phone }: Viewer,
  input: { readonly tx_id: string; readonly name?: string | null | undefined },
): Promise<
  | { readonly certificate: OwnCertificate; readonly isNew: boolean }
  | Problem<'purchase_not_found' | NameProblem>
> {
  const nameResult = shownName(input.name)
  if ('problem' in nameResult) return nameResult
  const draft = {
    txId: input.tx_id,
    holderId: passportId,
    code: newCertificateCode(),
    ...nameResult,
  }
  return db.transaction(async (tx) => {
    // The lock makes a concurrent erasure of the holder wait, so that the erasure finds the certificate.
    await lockNumbers(tx, [phone])
    const code = await insertCertificate(tx, draft)
    if (code !== null) return { certificate: { code, name: draft.name }, isNew: true }
    const certificate = await findOwnCertificate(tx, input.tx_id, passportId)
    return certificate === null ? problem('purchase_not_found') : { certificate, isNew: false }
  })
}
