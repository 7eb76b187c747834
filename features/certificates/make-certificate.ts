// Makes the public page of a purchase for whoever holds its kilograms: the buyer, or the receiver of a
// gift. One purchase has one at most.
import { newCertificateCode } from '#features/certificates/certificate-code.ts'
import { shownName } from '#features/certificates/shown-name.ts'
import type { Viewer } from '#features/people/find-session.ts'
import { lockNumbers } from '#features/people/lock-people.ts'
import { type Problem, problem } from '#values/problem.ts'
import { findOwnCertificate, insertCertificate } from './certificate-queries.ts'
import type { Services } from './certificate-services.ts'

export type OwnCertificate = { readonly code: string; readonly name: string | null }

/**
 * `isNew` is false where there was one already, which stays as it is. Problems: `purchase_not_found`
 * to everybody else, its giver included; `card_number_refused`, `certificate_name_too_long`.
 */
export async function makeCertificate(
  { db }: Services,
  { passportId, phone }: Viewer,
  asked: { readonly tx_id: string; readonly name?: string | null | undefined },
): Promise<
  | { readonly certificate: OwnCertificate; readonly isNew: boolean }
  | Problem<'purchase_not_found' | 'card_number_refused' | 'certificate_name_too_long'>
> {
  const named = shownName(asked.name)
  if ('problem' in named) return named
  const made = { txId: asked.tx_id, holderId: passportId, code: newCertificateCode(), ...named }
  return db.transaction(async (tx) => {
    // Nobody is erased meanwhile: what is made here would outlive them.
    await lockNumbers(tx, [phone])
    const code = await insertCertificate(tx, made)
    if (code !== null) return { certificate: { code, name: made.name }, isNew: true }
    const certificate = await findOwnCertificate(tx, asked.tx_id, passportId)
    return certificate === null ? problem('purchase_not_found') : { certificate, isNew: false }
  })
}
