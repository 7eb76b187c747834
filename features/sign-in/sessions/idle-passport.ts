// Handles a phone number whose passport was not used for a year, because the phone number may have a new
// owner (docs/product.md#idle-numbers). A user with a correct code must say whose the passport is before they
// see it. "Not mine" parks the passport: it loses the phone number, and an operator can find it.
import { writeNoNumber } from '#features/people/passport-writes.ts'
import { writeOtherSessionEnds } from '#features/people/session-queries.ts'
import type { Transaction } from '#platform/database/database.ts'
import { statement } from '#platform/database/statement.ts'

/** Months without use after which a passport is idle. A session lasts at most a month. */
const idleMonths = 12

const findKnown = statement(
  'find-passports-of-numbers',
  { id: 'uuid', phone: 'text', is_idle: 'bool' },
  `select p.id, p.phone, p.signed_in_at < now() - make_interval(months => ${idleMonths})
     and (select true from sessions s where s.passport_id = p.id
       and s.last_seen_at > now() - make_interval(months => ${idleMonths}) limit 1) is null as is_idle
   from passports p where p.phone = any($1::text[])`,
)

/** Stores the phone hash, by which an operator finds the passport after it lost the phone number. */
const insertParked = statement(
  'park-passport',
  {},
  'insert into parked_passports (passport_id, phone) values ($1, $2)',
)

/** Deletes the record of a parked passport that has a phone number again. */
export const unpark = statement(
  'unpark-passport',
  {},
  'delete from parked_passports where passport_id = $1',
).effect<[passportId: string], Transaction>()

export type KnownPassport = { readonly id: string; readonly isIdle: boolean }

/** Returns the passports of phone numbers, by phone number. */
export async function findKnownPassportsBatch(
  tx: Transaction,
  phones: readonly string[],
): Promise<ReadonlyMap<string, KnownPassport>> {
  const rows = await tx.run(findKnown, [phones])
  return new Map(rows.map(({ phone, id, is_idle }) => [phone, { id, isIdle: is_idle }]))
}

/** Parks a passport: ends its sessions and removes its phone number. `numberHash` is the phone hash. */
export async function parkPassport(
  tx: Transaction,
  passportId: string,
  numberHash: string,
): Promise<void> {
  await tx.run(insertParked, [passportId, numberHash])
  await writeOtherSessionEnds(tx, passportId, null)
  await writeNoNumber(tx, passportId)
}
