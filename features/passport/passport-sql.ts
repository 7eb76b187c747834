// Declares the columns of a passport for the profile, and the SQL that selects them in several statements.
import { sqlRetiredKg } from '#features/retirements/retired-sql.ts'
import type { Row } from '#platform/database/statement.ts'

export const passportColumns = {
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
  holder_name: 'text?',
  is_welcomed: 'bool',
  language: 'text',
  updated_at: 'timestamptz',
  has_new_gifts: 'bool',
} as const

export type PassportRow = Row<typeof passportColumns>

/**
 * SQL that selects the columns from `passports p`. The `limit` in the subquery prevents a plan that reads all
 * unseen gifts, which an `exists` may get.
 */
export const sqlPassport = `p.id, p.first_name, p.last_name, p.phone, p.country, p.currency, p.total_kg,
  ${sqlRetiredKg('p')} as retired_kg, p.eco_score, p.eco_league, p.offset_league, p.nickname,
  p.hide_from_leaderboards, p.holder_name, p.welcomed_at is not null as is_welcomed, p.language, p.updated_at,
  (select true from purchases g where g.holder_id = p.id and g.is_gift
    and g.received_at is null limit 1) is true as has_new_gifts`
