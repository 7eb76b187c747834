// Exports and erases a user's passkeys.
import type { OwnDataPart } from '#features/people/own-data-part.ts'
import { deletePasskeysOf, findPasskeysOf } from './passkey-queries.ts'

export const passkeysOwnData: OwnDataPart = {
  title: 'passkeys',
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
