// Exports and erases a user's passkeys.
import type { OwnDataPart } from '#features/people/own-data-part.ts'
import { deletePasskeysOf, findPasskeysOf } from './passkey-queries.ts'

export const passkeysOwnData: OwnDataPart = {
  title: 'passkeys',
  processing: {
    data: 'public key, name, time of addition and last use of each passkey',
    purpose: 'sign in without a code',
    basis: 'consent',
    retention: [['passkeys', 'they are removed, or the passport is deleted']],
    recipients: [],
  },
  async read(db, { passportId }) {
    const passkeys = await findPasskeysOf(db, passportId)
    return passkeys.map(({ name, credential_id, created_at, last_used_at }) => ({
      name,
      'id on its device': credential_id.toString('base64url'),
      added: created_at,
      'last used': last_used_at,
    }))
  },
  erase: (tx, { passportId }) => deletePasskeysOf(tx, passportId),
}
