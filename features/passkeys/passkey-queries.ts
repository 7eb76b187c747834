// Declares the SQL of passkeys.
import type { Transaction } from '#platform/database/database.ts'
import { type RowOf, statement } from '#platform/database/statement.ts'

/** Returns a user's passkeys, newest first. */
export const findPasskeysOf = statement(
  'passkeys-of-passport',
  {
    id: 'uuid',
    credential_id: 'bytea',
    user_handle: 'bytea',
    name: 'text',
    created_at: 'timestamptz',
    last_used_at: 'timestamptz?',
  },
  `select id, credential_id, user_handle, name, created_at, last_used_at from passkeys
   where passport_id = $1 order by created_at desc, id desc`,
).rows<[passportId: string]>()
export type PasskeyRow = RowOf<typeof findPasskeysOf>

/** Returns the passkey of a credential, unless its passport has lost its phone number. */
export const findPasskey = statement(
  'passkey-of-credential',
  { passport_id: 'uuid', phone: 'text', public_key: 'bytea', user_handle: 'bytea' },
  `select k.passport_id, p.phone, k.public_key, k.user_handle
   from passkeys k join passports p on p.id = k.passport_id and p.phone is not null
   where k.credential_id = $1`,
).row<[credentialId: Buffer]>()

/** Locks the passkey of a credential, if its passport has the phone number and it is not suspended. */
export const lockPasskey = statement(
  'lock-passkey',
  { id: 'uuid', counter: 'int8' },
  `select k.id, k.counter from passkeys k
   join passports p on p.id = k.passport_id and p.phone = $2
   where k.credential_id = $1 and (k.suspended_at is null or p.signed_in_at > k.suspended_at)
   for update of k`,
).row<[credentialId: Buffer, phone: string], Transaction>()

export const writeUse = statement(
  'note-use-of-passkey',
  {},
  'update passkeys set counter = $2, last_used_at = now(), suspended_at = null where id = $1',
).effect<[id: string, counter: number], Transaction>()

/**
 * Inserts a passkey. Returns null if the credential exists, or the passport lost the phone number. The caller
 * has locked the phone number.
 */
export const writePasskey = statement(
  'insert-passkey',
  { id: 'uuid', name: 'text', created_at: 'timestamptz', last_used_at: 'timestamptz?' },
  `insert into passkeys (passport_id, user_handle, name, credential_id, public_key, counter)
   select p.id, $3, $4, $5, $6, $7::bigint from passports p where p.id = $1 and p.phone = $2
   on conflict (credential_id) do nothing
   returning id, name, created_at, last_used_at`,
).row<
  [
    passportId: string,
    phone: string,
    userHandle: Buffer,
    name: string,
    credentialId: Buffer,
    publicKey: Buffer,
    counter: number,
  ],
  Transaction
>()

/** Deletes a passkey. Returns false if the user has no passkey with that id. */
export const deletePasskey = statement(
  'delete-passkey',
  { id: 'uuid' },
  'delete from passkeys where id = $1 and passport_id = $2 returning id',
).found<[id: string, passportId: string], Transaction>()

/** Deletes all passkeys of a passport. */
export const deletePasskeysOf = statement(
  'delete-passkeys-of-passport',
  {},
  'delete from passkeys where passport_id = $1',
).effect<[passportId: string], Transaction>()

/** Suspends all passkeys until their owners' next codes. A passkey cannot end its own suspension. */
export const suspendPasskeys = statement(
  'suspend-passkeys',
  {},
  'update passkeys set suspended_at = now()',
).effect()
