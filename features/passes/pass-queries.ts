// Declares the SQL of wallet passes and their devices. The push queues are in push-queries.ts.
import type { Db, Transaction } from '#platform/database/database.ts'
import { type RowOf, statement } from '#platform/database/statement.ts'

/** Seconds from a link to a push, which sends changes that happened between the link and its use. */
const linkPushDelaySeconds = 600

/**
 * Stores the pass, if it is missing. The lock of the passport makes a concurrent
 * change wait, so that the change either is in the pass or marks it as changed.
 */
export const writePass = statement(
  'insert-wallet-pass',
  {},
  `insert into wallet_passes (passport_id)
   select p.id from passports p where p.id = $1
     and not exists (select from wallet_passes w where w.passport_id = p.id)
   for share of p on conflict do nothing`,
).effect<[passportId: string]>()

export const findPass = statement(
  'read-wallet-pass',
  {
    passport_id: 'uuid',
    language: 'text',
    country: 'bpchar',
    total_kg: 'int8',
    offset_league: 'text',
    eco_league: 'text',
    updated_at: 'timestamptz',
    modified_at: 'timestamptz',
    is_void: 'bool',
    token_version: 'int4',
  },
  `select w.passport_id, p.language, p.country, p.total_kg, p.offset_league, p.eco_league,
     p.updated_at, w.modified_at, p.erased_at is not null as is_void,
     w.token_version
   from wallet_passes w join passports p on p.id = w.passport_id where w.passport_id = $1`,
).row<[passportId: string]>()

const tokenVersion = statement(
  'wallet-pass-token-version',
  { token_version: 'int4' },
  'select token_version from wallet_passes where passport_id = $1',
).row<[passportId: string]>()

/**
 * Returns the version of a stored pass's token, which then stays until the transaction ends. Returns null for an
 * erased passport.
 */
export const lockTokenVersion = statement(
  'lock-wallet-pass-token-version',
  { token_version: 'int4' },
  // The passport first, in the order in which its changes lock both rows.
  `select w.token_version from passports p join wallet_passes w on w.passport_id = p.id
   where p.id = $1 and p.erased_at is null for share`,
).row<[passportId: string], Transaction>()

export const endTokens = statement(
  'end-wallet-pass-tokens',
  {},
  'update wallet_passes set token_version = token_version + 1 where passport_id = $1',
).effect<[passportId: string]>()

export const writeDevice = statement(
  'upsert-wallet-pass-device',
  {},
  `insert into wallet_pass_devices (id, push_token) values ($1, $2)
   on conflict (id) do update set push_token = excluded.push_token`,
).effect<[deviceId: string, pushToken: string]>()

export const writeRegistration = statement(
  'insert-wallet-pass-registration',
  {},
  `insert into wallet_pass_registrations (passport_id, device_id)
   select passport_id, $2 from wallet_passes where passport_id = $1 on conflict do nothing`,
).effect<[passportId: string, deviceId: string]>()

const deleteOldest = statement(
  'drop-oldest-wallet-pass-registrations',
  { device_id: 'text' },
  `delete from wallet_pass_registrations where passport_id = $1 and device_id in (
     select device_id from wallet_pass_registrations where passport_id = $1
     order by created_at desc, device_id offset $2)
   returning device_id`,
)
const lockDevice = statement(
  'lock-wallet-pass-device',
  { id: 'text' },
  'select id from wallet_pass_devices where id = $1 for update',
)
const deleteRegistration = statement(
  'delete-wallet-pass-registration',
  {},
  'delete from wallet_pass_registrations where passport_id = $1 and device_id = $2',
)
const deleteIdleDevice = statement(
  'delete-idle-wallet-pass-device',
  {},
  `delete from wallet_pass_devices d where id = $1
     and not exists (select from wallet_pass_registrations r where r.device_id = d.id)`,
)

export const listPassesOf = statement(
  'wallet-passes-of-device',
  { passport_id: 'uuid', modified_at: 'timestamptz' },
  `select r.passport_id, w.modified_at from wallet_pass_registrations r
   join wallet_passes w on w.passport_id = r.passport_id
   where r.device_id = $1 order by r.passport_id`,
).rows<[deviceId: string]>()

const upsertGooglePass = statement(
  'upsert-google-pass',
  { id: 'text' },
  `insert into google_passes (id, passport_id, push_due_at)
   values ($2, $1, now() + make_interval(secs => ${linkPushDelaySeconds}))
   on conflict (passport_id) do update set linked_at = excluded.linked_at,
     news = google_passes.news + 1, attempts = 0,
     push_due_at = least(google_passes.push_due_at, excluded.push_due_at)
   returning id`,
)

export type PassRow = RowOf<typeof findPass>

/** Deletes all but the newest `max` registrations of a pass, and devices without a registration. */
export async function dropOldestRegistrations(tx: Db, passportId: string, max: number) {
  const deleted = await tx.run(deleteOldest, [passportId, max])
  for (const { device_id } of deleted) await tx.run(deleteIdleDevice, [device_id])
}

/**
 * Deletes a registration, and the device if it has no other. The device is locked first, so that a
 * concurrent registration of the same device is not lost.
 */
export async function deleteRegistrationOf(tx: Transaction, passportId: string, deviceId: string) {
  await tx.run(lockDevice, [deviceId])
  await tx.run(deleteRegistration, [passportId, deviceId])
  await tx.run(deleteIdleDevice, [deviceId])
}

/** Returns the version of the pass's token: 0 for a pass that is not stored. */
export async function tokenVersionOf(db: Db, passportId: string): Promise<number> {
  return (await tokenVersion(db, passportId))?.token_version ?? 0
}

/**
 * Stores the pass for Google and schedules a push, for the time after the user has saved it. Returns the
 * second part of Google's id of the pass: the stored one if there is one, otherwise `id`.
 */
export async function writeGooglePass(tx: Db, passportId: string, id: string): Promise<string> {
  const [row] = await tx.run(upsertGooglePass, [passportId, id])
  return row?.id ?? id
}
