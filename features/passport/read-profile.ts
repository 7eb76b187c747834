// A passport as the wire shows it to its owner: the one shape of `user`, `/api/auth/me` and
// `/passport/me` (contract 3).
import { findPassports, type PassportRow } from '#features/passport/queries.ts'
import { markGiftsReceived } from '#features/purchases/mark-gifts-received.ts'
import type { Profile } from '#features/sign-in/contract.ts'
import type { Database, Db } from '#platform/database/database.ts'
import { groupCalls } from '#platform/database/group-calls.ts'
import { currencySymbol } from '#values/currencies.ts'
import { readLanguage } from '#values/languages.ts'
import { readLeague } from '#values/leagues.ts'

/** Throws where there is none: only ids of sessions and of rows just written are asked for. */
export async function readProfile(db: Db, passportId: string): Promise<Profile> {
  const [profile] = await readProfiles(db, [passportId])
  if (profile === undefined) throw new Error('a session without a passport')
  return profile
}

/** The profiles of people in the order of their ids. Throws where one is missing. */
export async function readProfiles(db: Db, passportIds: readonly string[]): Promise<Profile[]> {
  return (await findInOrder(db, passportIds)).map(profileOf)
}

async function findInOrder(db: Db, ids: readonly string[]): Promise<PassportRow[]> {
  const byId = new Map((await findPassports(db, ids)).map((row) => [row.id, row]))
  return ids.map((id) => {
    const row = byId.get(id)
    if (row === undefined) throw new Error('a session without a passport')
    return row
  })
}

/**
 * The same for a person who opens the app: readers of one moment share a statement, and gifts that
 * came since the last time count as received from now on.
 */
export function createProfileReader(db: Database): (passportId: string) => Promise<Profile> {
  const find = groupCalls<string, PassportRow>((ids) => findInOrder(db, ids), {
    groupMax: 256,
    waitingMax: 4_096,
  })
  return async (passportId) => {
    const row = await find(passportId)
    // Bookkeeping: it is due again with the next call, and must not refuse this one.
    if (row.has_new_gifts) await markGiftsReceived(db, passportId).catch(() => undefined)
    return profileOf(row)
  }
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
