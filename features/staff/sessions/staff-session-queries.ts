// Declares the SQL of the console's passkeys and sessions.
import type { Db, Transaction } from '#platform/database/database.ts'
import { statement } from '#platform/database/statement.ts'
import { tidying } from '#platform/database/tidy.ts'

/** Lifetime of a session (docs/product.md#staff). */
export const idleMinutes = 30
export const sessionHours = 12

const sqlLive = `s.last_seen_at > now() - interval '${idleMinutes} minutes'
     and s.created_at > now() - interval '${sessionHours} hours'`

/** Returns the live session of a token, with its member. */
export const findStaffSession = statement(
  'find-staff-session',
  {
    session_id: 'uuid',
    id: 'uuid',
    name: 'text',
    roles: 'text[]',
    verified_at: 'timestamptz',
    expires_at: 'timestamptz',
    is_seen_long_ago: 'bool',
  },
  `select s.id as session_id, m.id, m.name, m.roles, s.verified_at,
     least(now() + interval '${idleMinutes} minutes', s.created_at + interval '${sessionHours} hours')
       as expires_at,
     s.last_seen_at < now() - interval '1 minute' as is_seen_long_ago
   from staff_sessions s join staff m on m.id = s.staff_id and m.ended_at is null
   where s.token_hash = $1 and ${sqlLive}`,
).row<[tokenHash: Buffer]>()

export const touchStaffSession = statement(
  'touch-staff-session',
  {},
  'update staff_sessions set last_seen_at = now() where id = $1',
).effect<[id: string]>()

export const writeStaffSession = statement(
  'insert-staff-session',
  {},
  'insert into staff_sessions (token_hash, staff_id) values ($1, $2)',
).effect<[tokenHash: Buffer, staffId: string], Transaction>()

export const deleteStaffSession = statement(
  'delete-staff-session',
  {},
  'delete from staff_sessions where token_hash = $1',
).effect<[tokenHash: Buffer]>()

export const deleteSessionsOfMember = statement(
  'delete-sessions-of-member',
  {},
  'delete from staff_sessions where staff_id = $1',
).effect<[staffId: string], Transaction>()

export const deletePasskeysOfMember = statement(
  'delete-passkeys-of-member',
  {},
  'delete from staff_passkeys where staff_id = $1',
).effect<[staffId: string], Transaction>()

export const deleteStaffPasskey = statement(
  'delete-staff-passkey',
  {},
  'delete from staff_passkeys where credential_id = $1',
).effect<[credentialId: Buffer], Transaction>()

/** Returns the passkey of a credential, if its member is active. */
export const findStaffPasskey = statement(
  'find-staff-passkey',
  { staff_id: 'uuid', public_key: 'bytea', user_handle: 'bytea' },
  `select k.staff_id, k.public_key, k.user_handle from staff_passkeys k
   join staff m on m.id = k.staff_id and m.ended_at is null where k.credential_id = $1`,
).row<[credentialId: Buffer]>()

/** Locks the passkey of a credential, if its member is active. */
export const lockStaffPasskey = statement(
  'lock-staff-passkey',
  { counter: 'int8' },
  `select k.counter from staff_passkeys k
   join staff m on m.id = k.staff_id and m.ended_at is null
   where k.credential_id = $1 for update of k`,
).row<[credentialId: Buffer], Transaction>()

export const writeStaffPasskeyUse = statement(
  'note-use-of-staff-passkey',
  {},
  'update staff_passkeys set counter = $2, last_used_at = now() where credential_id = $1',
).effect<[credentialId: Buffer, counter: number], Transaction>()

/** Inserts a passkey. Returns false if the credential exists. */
export const writeStaffPasskey = statement(
  'insert-staff-passkey',
  { staff_id: 'uuid' },
  `insert into staff_passkeys (credential_id, staff_id, user_handle, public_key, counter)
   values ($1, $2, $3, $4, $5) on conflict do nothing returning staff_id`,
).found<
  [credentialId: Buffer, staffId: string, userHandle: Buffer, publicKey: Buffer, counter: number],
  Transaction
>()

/** Returns true if the member has a passkey that is older than 24 hours. */
export const hasOldPasskey = statement(
  'has-old-staff-passkey',
  { staff_id: 'uuid' },
  `select staff_id from staff_passkeys
   where staff_id = $1 and created_at < now() - interval '24 hours' limit 1`,
).found<[staffId: string]>()

export const hasPasskey = statement(
  'has-staff-passkey',
  { staff_id: 'uuid' },
  'select staff_id from staff_passkeys where staff_id = $1 limit 1',
).found<[staffId: string]>()

const deleteAllStaffSessions = statement(
  'delete-all-staff-sessions',
  {},
  'delete from staff_sessions',
)
const deleteAllStaffPasskeys = statement(
  'delete-all-staff-passkeys',
  {},
  'delete from staff_passkeys',
)
const endAllInvitations = statement(
  'end-all-invitations',
  {},
  'update staff_invitations set expires_at = now() where used_at is null and expires_at > now()',
)

/**
 * Ends all sessions, passkeys and invitations of staff after a restore, because the backup may contain people who
 * have left since. The order is that of `endAccess` in manage-staff.ts.
 */
export async function endAllStaffAccess(db: Db): Promise<void> {
  for (const each of [endAllInvitations, deleteAllStaffPasskeys, deleteAllStaffSessions]) {
    await db.run(each)
  }
}

/** Declares the deletion of sessions that have ended. */
export const staffTidying = tidying(
  'staff_sessions',
  `created_at < now() - interval '${sessionHours} hours'`,
)
