// Locks phone numbers and passports for purchases and sign-ins. To avoid deadlocks, phone numbers are locked
// before the ledger's rows, passports after wallets (docs/ledger.md), and each kind in sorted order.
import type { Transaction } from '#platform/database/database.ts'
import { statement } from '#platform/database/statement.ts'
import type { Write } from '#platform/database/write.ts'

const lockPassportRows = statement(
  'lock-passports',
  { id: 'uuid', is_erased: 'bool' },
  `select id, erased_at is not null as is_erased from passports where id = any($1::uuid[]) order by id for no key update`,
)

/**
 * Locks phone numbers until the transaction ends, whether or not they have a passport. Without the lock,
 * a gift to a phone number and its first sign-in could run concurrently, and the gift would not arrive.
 */
export const lockNumbers = statement(
  'lock-phone-numbers',
  { locked: 'text' },
  `select pg_advisory_xact_lock(hashtextextended(phone, 0))::text as locked
   from (select distinct phone from unnest($1::text[]) as asked (phone) order by phone) as sorted`,
).effect<[phones: readonly string[]], Transaction>()

/** Returns the writes that lock passports. They belong to the last writes of a transaction (`ending`). */
export function passportLockWrites(passportIds: readonly string[]): Write[] {
  if (passportIds.length === 0) return []
  return [{ statement: lockPassportRows, values: [[...new Set(passportIds)]] }]
}

/** Locks passports. Returns those that were erased, maybe while the caller waited for the lock. */
export async function lockPassports(
  tx: Transaction,
  passportIds: readonly string[],
): Promise<ReadonlySet<string>> {
  if (passportIds.length === 0) return new Set()
  const rows = await tx.run(lockPassportRows, [[...new Set(passportIds)]])
  return new Set(rows.filter(({ is_erased }) => is_erased).map(({ id }) => id))
}
