// What rewards keep of a person: which were earned, and whom one meant to give one to.
import type { OwnDataPart } from '#features/own-data/own-data-part.ts'
import { statement } from '#platform/database/statement.ts'

const ownRewards = statement(
  'own-data-rewards',
  { entry: 'json' },
  `select json_build_object('achievement', achievement_code, 'kilograms', kg, 'badge', badge,
     'earned', earned_at, 'redeemed', redeemed_at, 'given to', recipient_phone, 'note', note) as entry
   from rewards where passport_id = $1 order by earned_at, id`,
)
const eraseRewards = statement(
  'erase-reward-receivers',
  {},
  'update rewards set recipient_phone = null, note = null where passport_id = $1',
)
/** Of those that others gave to this number. */
const eraseGivers = statement(
  'erase-rewards-given-to',
  {},
  `update rewards set recipient_phone = null, note = null where purchase_id in (
     select id from purchases where holder_id = $1 and is_gift and is_reward)`,
)

export const rewardsOwnData: OwnDataPart = {
  title: 'rewards',
  read: async (db, { passportId }) =>
    (await db.run(ownRewards, [passportId])).map(({ entry }) => entry),
  async erase(tx, { passportId }) {
    await tx.run(eraseRewards, [passportId])
    await tx.run(eraseGivers, [passportId])
  },
}
