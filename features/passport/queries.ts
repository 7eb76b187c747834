// All SQL of the passport itself.
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
    eco_score: 'int4',
    eco_league: 'text',
    offset_league: 'text',
    nickname: 'text?',
    hide_from_leaderboards: 'bool',
    language: 'text',
    updated_at: 'timestamptz',
  },
  `select id, first_name, last_name, phone, country, currency, total_kg, eco_score, eco_league,
     offset_league, nickname, hide_from_leaderboards, language, updated_at
   from passports where id = any($1::uuid[])`,
)

export type PassportRow = RowOf<typeof passportsById>

export function findPassports(db: Db, ids: readonly string[]): Promise<PassportRow[]> {
  return db.run(passportsById, [ids])
}
