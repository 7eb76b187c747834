// Exports a user's agreements to the legal texts. An erasure keeps them under the passport's id, because they must
// be provable later.
import type { OwnDataPart } from '#features/people/own-data-part.ts'
import { findConsentsOf } from './consent-queries.ts'

export const legalOwnData: OwnDataPart = {
  title: 'agreements to privacy policy and terms',
  async read(db, { passportId }) {
    const consents = await findConsentsOf(db, passportId)
    return consents.map(({ terms_version, agreed_at }) => ({
      version: terms_version,
      agreed: agreed_at,
    }))
  },
}
