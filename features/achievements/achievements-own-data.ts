// Exports a user's scores, leagues and achievements. An erasure keeps them, because their only personal data
// is phone hashes of receivers.
import type { OwnDataPart } from '#features/people/own-data-part.ts'
import { statement } from '#platform/database/statement.ts'

const ownStanding = statement(
  'own-data-standing',
  { entry: 'json' },
  `select json_build_object('kilograms', p.total_kg, 'eco score', p.eco_score,
     'eco league', p.eco_league, 'offset league', p.offset_league,
     'achievements', (select json_agg(json_build_object('achievement', f.key, 'reached',
         f.created_at) order by f.created_at)
       from passport_facts f where f.passport_id = p.id and f.kind = 'achievement'),
     'weeks with a purchase', (select json_agg(f.key order by f.key) from passport_facts f
       where f.passport_id = p.id and f.kind = 'week'),
     'numbers given to', (select count(*) from passport_facts f
       where f.passport_id = p.id and f.kind = 'number')) as entry
   from passports p where p.id = $1`,
)

export const achievementsOwnData: OwnDataPart = {
  title: 'scores and achievements',
  processing: {
    data: 'totals, scores, leagues, achievements, weeks with a purchase, keyed hashes of numbers that got a gift',
    purpose: 'show progress, and count each receiver once',
    basis: 'contract',
    retention: [['scores and hashes under the id of the passport', 'for good, without a name']],
    recipients: ['public'],
  },
  read: async (db, { passportId }) => (await db.run(ownStanding, [passportId]))[0]?.entry,
}
