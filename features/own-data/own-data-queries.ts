// Declares the SQL that records erasures, and checks for passports of a phone number.
import type { Db, Transaction } from '#platform/database/database.ts'
import { statement } from '#platform/database/statement.ts'

const insertErasure = statement(
  'insert-erasure',
  {},
  'insert into erasures (passport_id) values ($1) on conflict do nothing',
)
const selectUnfiled = statement(
  'unfiled-erasures',
  { passport_id: 'uuid', erased_at: 'timestamptz' },
  'select passport_id, erased_at from erasures where filed_at is null order by erased_at limit 1000',
)
const markFiled = statement(
  'mark-erasures-filed',
  {},
  'update erasures set filed_at = now() where passport_id = any($1::uuid[])',
)
const selectUnerased = statement(
  'passport-not-erased',
  { phone: 'text?' },
  'select phone from passports where id = $1 and erased_at is null',
)
const selectByPhone = statement(
  'passport-with-phone',
  { id: 'uuid' },
  'select id from passports where phone = $1',
)
const lockParkedRow = statement(
  'lock-parked-passport',
  { passport_id: 'uuid' },
  'select passport_id from parked_passports where passport_id = $1 for update',
)

export async function writeErasure(tx: Transaction, passportId: string): Promise<void> {
  await tx.run(insertErasure, [passportId])
}

export function findUnfiledErasures(db: Db) {
  return db.run(selectUnfiled)
}

export async function writeFiled(db: Db, passportIds: readonly string[]): Promise<void> {
  await db.run(markFiled, [passportIds])
}

/** Returns the passport's phone number, or null if the passport does not exist or is erased. */
export async function findUnerased(
  db: Db,
  passportId: string,
): Promise<{ readonly phone: string | null } | null> {
  const [row] = await db.run(selectUnerased, [passportId])
  return row ?? null
}

/** Returns true if a passport has the phone number. */
export async function isNumberTaken(tx: Transaction, phone: string): Promise<boolean> {
  return (await tx.run(selectByPhone, [phone])).length > 0
}

/** Locks the record of a parked passport. Returns false if the passport is not parked. */
export async function lockParked(tx: Transaction, passportId: string): Promise<boolean> {
  return (await tx.run(lockParkedRow, [passportId])).length > 0
}
