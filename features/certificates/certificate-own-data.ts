// Exports a user's certificates with codes and names, and deletes them with the user's data.

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
