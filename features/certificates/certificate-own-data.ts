// Exports a user's certificates, and deletes them when the user's data is erased.

import type { OwnDataPart } from '#features/people/own-data-part.ts'
import { eraseCertificatesOf, findCertificatesOf } from './certificate-queries.ts'

export const certificatesOwnData: OwnDataPart = {
  title: 'certificates',
  processing: {
    data: 'secret code of each certificate, and the name that the holder put on it',
    purpose: 'show a holding to whom the holder gives the link',
    basis: 'contract',
    retention: [['codes and names', 'the passport is deleted']],
    recipients: ['public'],
  },
  async read(db, { passportId }) {
    return (await findCertificatesOf(db, passportId)).map(({ entry }) => entry)
  },
  async erase(tx, { passportId }) {
    await eraseCertificatesOf(tx, passportId)
  },
}
