// Exports a user's rewards, and erases the receivers and notes of open claims. The receiver of a redeemed
// claim is in its purchase; that of an expired claim is erased by end-claims.ts.
import type { OwnDataPart } from '#features/people/own-data-part.ts'
import { statement } from '#platform/database/statement.ts'

const ownRewards = statement(
  'own-data-rewards',
  { entry: 'json' },
  `select json_build_object('achievement', achievement_code, 'kilograms', kg, 'badge', badge,
     'earned', earned_at, 'redeemed', redeemed_at, 'given to',
     coalesce(r.recipient_phone, p.recipient_phone), 'note', coalesce(r.note, p.note)) as entry
   from rewards r left join purchases p on p.id = r.purchase_id
   where passport_id = $1 order by earned_at, r.id`,
)
const eraseRewards = statement(
  'erase-reward-receivers',
  {},
  'update rewards set recipient_phone = null, note = null where passport_id = $1',
)

export const rewardsOwnData: OwnDataPart = {
  title: 'rewards',
  processing: {
    data: 'rewards with their days; number and note of whom a reward was given',
    purpose: 'give rewards for achievements',
    basis: 'contract',
    retention: [
      ['number and note', 'the passport is deleted'],
      ['rewards under the id of the passport', 'for good, as books of account'],
    ],
    recipients: ['receiver of a gift'],
  },
  read: async (db, { passportId }) =>
    (await db.run(ownRewards, [passportId])).map(({ entry }) => entry),
  async erase(tx, { passportId }) {
    await tx.run(eraseRewards, [passportId])
  },
}
