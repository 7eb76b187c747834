// Exports and erases a user's certificates: their codes and the names on them.

import type { OwnDataPart } from '#features/people/own-data-part.ts'
import { eraseCertificatesOf, findCertificatesOf } from './certificate-queries.ts'

export const certificatesOwnData: OwnDataPart = {
  title: 'certificates',
  async read(db, { passportId }) {
    return (await findCertificatesOf(db, passportId)).map(({ entry }) => entry)
  },
  async erase(tx, { passportId }) {
    await eraseCertificatesOf(tx, passportId)
  },
}
