// A passport as the wire shows it to its owner: the one shape of `user`, `/api/auth/me` and
// `/passport/me` (contract 3).
import { findPassport, type PassportRow } from '#features/passport/queries.ts'
import { leagues, type Profile } from '#features/sign-in/contract.ts'
import type { Db } from '#server/database.ts'
import { currencySymbol } from '#values/calling-codes.ts'
import { defaultLanguage, languageOf } from '#values/languages.ts'

/** Throws where there is none: only ids of sessions and of rows just written are asked for. */
export async function readProfile(db: Db, passportId: string): Promise<Profile> {
  return profileOf(await findPassport(db, passportId))
}

function profileOf(row: PassportRow): Profile {
  return {
    id: row.id,
    firstName: row.first_name,
    lastName: row.last_name,
    phone: row.phone ?? '',
    country: row.country,
    currency: row.currency,
    symbol: currencySymbol(row.currency),
    total_offsets: row.total_kg,
    eco_score: row.eco_score,
    eco_league: leagueOf(row.eco_league),
    offset_league: leagueOf(row.offset_league),
    nickname: row.nickname,
    hide_from_leaderboards: row.hide_from_leaderboards,
    language: languageOf(row.language) ?? defaultLanguage,
    updated: row.updated_at.toISOString(),
  }
}

function leagueOf(text: string): Profile['eco_league'] {
  return leagues.find((league) => league === text) ?? 'bronze'
}
