// All SQL of the passport itself.
import { sqlRetiredKg } from '#features/retirements/retired-sql.ts'
import type { Db } from '#platform/database/database.ts'
import { type RowOf, statement } from '#platform/database/statement.ts'

const passportsById = statement(
  'passports-by-id',
  {
    id: 'uuid',
    first_name: 'text?',
    last_name: 'text?',
    phone: 'text?',
    country: 'bpchar',
    currency: 'bpchar',
    total_kg: 'int8',
    retired_kg: 'int8',
    eco_score: 'int4',
    eco_league: 'text',
    offset_league: 'text',
    nickname: 'text?',
    hide_from_leaderboards: 'bool',
    language: 'text',
    updated_at: 'timestamptz',
    has_new_gifts: 'bool',
  },
  // With a limit: an \`exists\` may be planned as a list of all gifts that nobody has seen yet.
  `select p.id, p.first_name, p.last_name, p.phone, p.country, p.currency, p.total_kg,
     ${sqlRetiredKg('p')} as retired_kg, p.eco_score, p.eco_league, p.offset_league, p.nickname, p.hide_from_leaderboards, p.language, p.updated_at,
     (select true from purchases g where g.holder_id = p.id and g.is_gift
       and g.received_at is null limit 1) is true as has_new_gifts
   from passports p where p.id = any($1::uuid[])`,
)

export type PassportRow = RowOf<typeof passportsById>

export function findPassports(db: Db, ids: readonly string[]): Promise<PassportRow[]> {
  return db.run(passportsById, [ids])
}
