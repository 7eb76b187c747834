// Exports and erases the passport's fields, sessions and known devices. Counts for limits of sign-in stay
// under the phone hash until they expire.

import { statement } from '#platform/database/statement.ts'
import { sessionAbsoluteDays, sessionIdleDays } from './find-session.ts'
import type { OwnDataPart } from './own-data-part.ts'
import { findSessionsOf, writeOtherSessionEnds } from './session-queries.ts'

const ownProfile = statement(
  'own-data-profile',
  { entry: 'json' },
  `select json_build_object('passport', id, 'phone number', phone, 'first name', first_name,
     'last name', last_name, 'name on the passport', holder_name, 'nickname', nickname, 'name on boards without a nickname',
     'Member ' || lpad(member_number::text, 4, '0'), 'hidden from boards', hide_from_leaderboards,
     'country', country, 'currency', currency, 'language', language, 'since', created_at,
     'welcomed', welcomed_at, 'changed', updated_at) as entry
   from passports where id = $1`,
)
const ownDevices = statement(
  'own-data-devices',
  { entry: 'json' },
  `select json_build_object('device', replace(device, '/', ', '), 'first seen', first_seen_at)
     as entry from passport_devices where passport_id = $1 order by first_seen_at`,
)
const erasePassport = statement(
  'erase-passport',
  {},
  `update passports set phone = null, first_name = null, last_name = null, nickname = null,
     holder_name = null, hide_from_leaderboards = true, erased_at = now(), updated_at = now()
   where id = $1`,
)
const eraseDevices = statement(
  'erase-passport-devices',
  {},
  'delete from passport_devices where passport_id = $1',
)

export const profileOwnData: OwnDataPart = {
  title: 'profile',
  processing: {
    data: 'phone number, names, nickname, country, currency, language, whether boards show the user',
    purpose: 'sign in by phone number, show the passport, and rank it on boards',
    basis: 'contract',
    retention: [
      ['profile', 'the passport is deleted'],
      ['id of the passport', 'for good, without a name'],
    ],
    recipients: ['SMS provider', 'public'],
  },
  read: async (db, { passportId }) => (await db.run(ownProfile, [passportId]))[0]?.entry,
  async erase(tx, { passportId }) {
    await writeOtherSessionEnds(tx, passportId, null)
    await tx.run(eraseDevices, [passportId])
    await tx.run(erasePassport, [passportId])
  },
}

export const sessionsOwnData: OwnDataPart = {
  title: 'where you are signed in',
  processing: {
    data: 'sessions and known devices: browser, system, times',
    purpose: 'keep a user signed in, end sessions, and warn of new devices',
    basis: 'legitimate interest',
    retention: [
      ['a session without use', { count: sessionIdleDays, unit: 'days' }],
      ['a session', { count: sessionAbsoluteDays, unit: 'days' }],
      ['devices', 'the passport is deleted'],
    ],
    recipients: [],
  },
  async read(db, { passportId }) {
    const [sessions, devices] = await Promise.all([
      findSessionsOf(db, passportId),
      db.run(ownDevices, [passportId]),
    ])
    return {
      sessions: sessions.map(({ browser, system, created_at, last_seen_at }) => ({
        browser,
        system,
        'signed in': created_at,
        'last used': last_seen_at,
      })),
      devices: devices.map(({ entry }) => entry),
    }
  },
}
