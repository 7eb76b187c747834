// Reads and changes profiles. `/api/auth/me`, `/passport/me` and the sign-in return the same object
// (docs/product.md#profile).
import type { PassportRow } from '#features/passport/passport-sql.ts'
import type { FindSession, Viewer } from '#features/people/find-session.ts'
import { writeProfile } from '#features/people/passport-writes.ts'
import type { Profile, ProfileChanges } from '#features/people/people-calls.ts'
import { markGiftsReceived } from '#features/purchases/mark-gifts-received.ts'
import type { Database, Db } from '#platform/database/database.ts'
import { getOrThrow } from '#values/get-or-throw.ts'
import { readLanguage } from '#values/lists/languages.ts'
import { readLeague } from '#values/lists/leagues.ts'
import { currencySymbol } from '#values/money/currencies.ts'
import { type Problem, problem } from '#values/problem.ts'
import { createPassportFinder, findPassports } from './passport-queries.ts'

/**
 * Returns a profile. Throws if the passport does not exist, because callers pass only ids of sessions and of
 * new passports.
 */
export async function readProfile(db: Db, passportId: string): Promise<Profile> {
  const profiles = await readProfiles(db, [passportId])
  return getOrThrow(profiles, passportId, 'a session without a passport')
}

/** Returns profiles by passport id. */
export async function readProfiles(
  db: Db,
  passportIds: readonly string[],
): Promise<ReadonlyMap<string, Profile>> {
  const rows = await findPassports(db, passportIds)
  return new Map(rows.map((row) => [row.id, profileOf(row)]))
}

const passportByViewer = new WeakMap<Viewer, PassportRow>()

/**
 * Returns the session finder for routes that call `readProfileAndMarkGifts`. It reads session and passport in
 * one statement.
 */
export function passportFinder(db: Database): FindSession {
  return createPassportFinder(db, (viewer, row) => passportByViewer.set(viewer, row))
}

/**
 * Returns the profile that the session check read, and marks new gifts as received. Throws on a route that
 * does not use `passportFinder`.
 */
export async function readProfileAndMarkGifts(db: Db, viewer: Viewer): Promise<Profile> {
  const passport = foundPassport(viewer)
  // A failure of the write is ignored, because the next call repeats it and this call must return the
  // profile.
  if (passport.has_new_gifts) await markGiftsReceived(db, passport.id).catch(() => undefined)
  return profileOf(passport)
}

/** Returns the profile that the session check read. Throws on a route that does not use `passportFinder`. */
export function foundProfile(viewer: Viewer): Profile {
  return profileOf(foundPassport(viewer))
}

function foundPassport(viewer: Viewer): PassportRow {
  const passport = passportByViewer.get(viewer)
  if (passport === undefined) throw new Error('the session was checked without its passport')
  return passport
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
    holder_name: row.holder_name,
    is_welcomed: row.is_welcomed,
    language: readLanguage(row.language),
    updated: row.updated_at.toISOString(),
  }
}

/**
 * Writes the fields in `changes` and returns the new profile. A name of null removes the name. Problem:
 * `unauthenticated` if the passport was erased since the session was checked.
 */
export async function changeProfile(
  db: Db,
  passportId: string,
  changes: ProfileChanges,
): Promise<Profile | Problem<'unauthenticated'>> {
  const isChanged = await writeProfile(db, passportId, changes)
  return isChanged ? readProfile(db, passportId) : problem('unauthenticated')
}
