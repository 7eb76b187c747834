// Declares the SQL that records erasures, and checks for passports of a phone number.
import type { Transaction } from '#platform/database/database.ts'
import { statement } from '#platform/database/statement.ts'

export const writeErasure = statement(
  'insert-erasure',
  {},
  'insert into erasures (passport_id) values ($1) on conflict do nothing',
).effect<[passportId: string], Transaction>()

export const findUnfiledErasures = statement(
  'unfiled-erasures',
  { passport_id: 'uuid', erased_at: 'timestamptz' },
  'select passport_id, erased_at from erasures where filed_at is null order by erased_at limit 1000',
).rows()

export const writeFiled = statement(
  'mark-erasures-filed',
  {},
  'update erasures set filed_at = now() where passport_id = any($1::uuid[])',
).effect<[passportIds: readonly string[]]>()

/**
 * Returns the passport's phone number, or null if the passport does not exist or is erased. Changes of the number ask
 * after they have locked it, because the passport may have lost it while they waited.
 */
export const findUnerased = statement(
  'passport-not-erased',
  { phone: 'text?' },
  'select phone from passports where id = $1 and erased_at is null',
).row<[passportId: string]>()

/** Returns true if a passport has the phone number. */
export const isNumberTaken = statement(
  'passport-with-phone',
  { id: 'uuid' },
  'select id from passports where phone = $1',
).found<[phone: string], Transaction>()

/** Locks the record of a parked passport. Returns false if the passport is not parked. */
export const lockParked = statement(
  'lock-parked-passport',
  { passport_id: 'uuid' },
  'select passport_id from parked_passports where passport_id = $1 for update',
).found<[passportId: string], Transaction>()
