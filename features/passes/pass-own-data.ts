// Exports the data of a user's wallet pass. An erasure marks the pass as changed, so that its devices get a
// push and then show it as expired. forget-erased-passes.ts deletes the devices later.
import type { OwnDataPart } from '#features/people/own-data-part.ts'
import { statement } from '#platform/database/statement.ts'

const ownPasses = statement(
  'own-data-passes',
  { entry: 'json' },
  `select json_build_object('made', w.created_at, 'phones with the pass',
     (select count(*) from wallet_pass_registrations r where r.passport_id = w.passport_id),
     'in Google Wallet since',
     (select g.linked_at from google_passes g where g.passport_id = w.passport_id)) as entry
   from wallet_passes w where w.passport_id = $1`,
)
const expirePass = statement(
  'expire-wallet-pass',
  {},
  `update wallet_passes set modified_at = greatest(date_trunc('second', clock_timestamp()),
     modified_at + interval '1 second'), announce_at = clock_timestamp()
   where passport_id = $1`,
)

export const walletPassOwnData: OwnDataPart = {
  title: 'wallet passes',
  processing: {
    data: 'wallet pass: number of devices, their push tokens, time of the link to Google Wallet',
    purpose: 'show the passport in the wallet of a phone, and keep it current',
    basis: 'consent',
    retention: [
      ['devices and link', 'the pass is removed, or 30 days after the passport is deleted'],
      ['times of the pass under the id of the passport', 'for good'],
    ],
    recipients: ['wallet providers'],
  },
  read: async (db, { passportId }) =>
    (await db.run(ownPasses, [passportId])).map(({ entry }) => entry),
  async erase(tx, { passportId }) {
    await tx.run(expirePass, [passportId])
  },
}
