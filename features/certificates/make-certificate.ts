// Makes the public page of a purchase for the holder of its kilograms: the buyer, or the receiver
// of a gift. A purchase has at most one.

import { shownName } from '#features/certificates/certificate-name.ts'
import { newCertificateCode } from '#features/certificates/make-certificate-code.ts'
import type { Viewer } from '#features/people/find-session.ts'
import { lockNumbers } from '#features/people/lock-people.ts'
import { type Problem, problem } from '#values/problem.ts'
import { findOwnCertificate, insertCertificate } from './certificate-queries.ts'
import type { Services } from './certificate-services.ts'

export type OwnCertificate = { readonly code: string; readonly name: string | null }

/**
 * Makes a certificate. `isNew` is false for an existing one, which stays unchanged. Problems:
 * `purchase_not_found` for every other user, a gift's giver too; `card_number_refused`,
 * `certificate_name_too_long`.
 */
export async function makeCertificate(
  { db }: Services,
  { passportId, phone }: Viewer,
  input: { readonly tx_id: string; readonly name?: string | null | undefined },
): Promise<
  | { readonly certificate: OwnCertificate; readonly isNew: boolean }
  | Problem<'purchase_not_found' | 'card_number_refused' | 'certificate_name_too_long'>
> {
  const named = shownName(input.name)
  if ('problem' in named) return named
  const made = { txId: input.tx_id, holderId: passportId, code: newCertificateCode(), ...named }
  return db.transaction(async (tx) => {
    // The lock prevents an erasure of the holder meanwhile, which the certificate would outlive.
    await lockNumbers(tx, [phone])
    const code = await insertCertificate(tx, made)
    if (code !== null) return { certificate: { code, name: made.name }, isNew: true }
    const certificate = await findOwnCertificate(tx, input.tx_id, passportId)
    return certificate === null ? problem('purchase_not_found') : { certificate, isNew: false }
  })
}
