// Handles a number that may have a new holder: its passport was not used for a year
// (docs/product.md#idle-numbers). The user with the right code is asked before anything of it is shown;
// "Not mine" parks it for the operator.
import { writeNoNumber } from '#features/people/passport-writes.ts'
import { writeOtherSessionEnds } from '#features/people/session-queries.ts'
import type { Transaction } from '#platform/database/database.ts'
import { statement } from '#platform/database/statement.ts'

/** A session lives a month at most, so a sign-in proves use. */
const idleMonths = 12

const findKnown = statement(
  'find-passports-of-numbers',
  { id: 'uuid', phone: 'text', is_idle: 'bool' },
  `select p.id, p.phone, p.signed_in_at < now() - make_interval(months => ${idleMonths})
     and (select true from sessions s where s.passport_id = p.id
       and s.last_seen_at > now() - make_interval(months => ${idleMonths}) limit 1) is null as is_idle
   from passports p where p.phone = any($1::text[])`,
)
/** Stores the phone hash, by which the operator finds the passport: the number belongs to another one. */
const insertParked = statement(
  'park-passport',
  {},
  'insert into parked_passports (passport_id, phone) values ($1, $2)',
)
const deleteParked = statement(
  'unpark-passport',
  {},
  'delete from parked_passports where passport_id = $1',
)

export type KnownPassport = { readonly id: string; readonly isIdle: boolean }

/** Returns the passports of numbers, by number. */
export async function findKnownPassportsBatch(
  tx: Transaction,
  phones: readonly string[],
): Promise<ReadonlyMap<string, KnownPassport>> {
  const rows = await tx.run(findKnown, [phones])
  return new Map(rows.map(({ phone, id, is_idle }) => [phone, { id, isIdle: is_idle }]))
}

/** Takes the number from an idle passport. `numberHash` is the phone hash. */
export async function parkPassport(
  tx: Transaction,
  passportId: string,
  numberHash: string,
): Promise<void> {
  await tx.run(insertParked, [passportId, numberHash])
  await writeOtherSessionEnds(tx, passportId, null)
  await writeNoNumber(tx, passportId)
}

/** Ends the parking of a passport that has a number again. */
export async function unpark(tx: Transaction, passportId: string): Promise<void> {
  await tx.run(deleteParked, [passportId])
}
