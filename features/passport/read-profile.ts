// Reads a passport in the one shape of `user`, `/api/auth/me` and `/passport/me` (docs/product.md#profile).
import type { PassportRow } from '#features/passport/passport-sql.ts'
import { findPassports } from '#features/passport/queries.ts'
import type { Profile } from '#features/people/contract.ts'
import type { Viewer } from '#features/people/find-session.ts'
import { markGiftsReceived } from '#features/purchases/mark-gifts-received.ts'
import type { Db } from '#platform/database/database.ts'
import { currencySymbol } from '#values/currencies.ts'
import { getOrThrow } from '#values/get-or-throw.ts'
import { readLanguage } from '#values/languages.ts'
import { readLeague } from '#values/leagues.ts'

/** Throws where there is none: only ids of sessions and of rows just written are asked for. */
export async function readProfile(db: Db, passportId: string): Promise<Profile> {
  const profiles = await readProfiles(db, [passportId])
  return getOrThrow(profiles, passportId, 'a session without a passport')
}

/** The profiles of people by the ids of their passports. */
export async function readProfiles(
  db: Db,
  passportIds: readonly string[],
): Promise<ReadonlyMap<string, Profile>> {
  const rows = await findPassports(db, passportIds)
  return new Map(rows.map((row) => [row.id, profileOf(row)]))
}

/**
 * The profile of whoever opens the app, as the check of their session found it. Gifts that came since
 * the last time count as received from now on. Throws on a route that does not ask for the passport.
 */
export async function openProfile(db: Db, { passport }: Viewer): Promise<Profile> {
  if (passport === null) throw new Error('the session was checked without its passport')
  // Bookkeeping: it is due again with the next call, and must not refuse this one.
  if (passport.has_new_gifts) await markGiftsReceived(db, passport.id).catch(() => undefined)
  return profileOf(passport)
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
    retired_kg: row.retired_kg,
    eco_score: row.eco_score,
    eco_league: readLeague(row.eco_league),
    offset_league: readLeague(row.offset_league),
    nickname: row.nickname,
    hide_from_leaderboards: row.hide_from_leaderboards,
    language: readLanguage(row.language),
    updated: row.updated_at.toISOString(),
  }
}
