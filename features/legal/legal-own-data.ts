// Exports a user's agreements to the legal texts. An erasure keeps them under the passport's id, because they must
// be provable later.
import type { OwnDataPart } from '#features/people/own-data-part.ts'
import { findConsentsOf } from './consent-queries.ts'

export const legalOwnData: OwnDataPart = {
  title: 'agreements to privacy policy and terms',
  processing: {
    data: 'versions of the legal texts that the user agreed to, with their times',
    purpose: 'prove the agreement',
    basis: 'legal obligation',
    retention: [['agreements under the id of the passport', 'for good']],
    recipients: [],
  },
  async read(db, { passportId }) {
    const consents = await findConsentsOf(db, passportId)
    return consents.map(({ terms_version, agreed_at }) => ({
      version: terms_version,
      agreed: agreed_at,
    }))
  },
}
