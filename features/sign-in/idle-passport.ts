// A number that may have a new holder: its passport was not used for a year (contract 11). Whoever types
// the right code is asked before anything of it is shown; "Not mine" parks it for the operator.
import { writeOtherSessionEnds } from '#features/sign-in/session-queries.ts'
import type { Db, Transaction } from '#platform/database/database.ts'
import { statement } from '#platform/database/statement.ts'
import type { NumberKeys } from '#platform/keys.ts'

/** Contract 11. A session lives a month at most, so signing in is what tells use. */
const idleMonths = 12

const findIdle = statement(
  'find-idle-passport',
  { id: 'uuid' },
  `select id from passports p
   where p.phone = $1 and p.signed_in_at < now() - make_interval(months => ${idleMonths})
     and not exists (select from sessions s where s.passport_id = p.id
       and s.last_seen_at > now() - make_interval(months => ${idleMonths}))`,
)
/** Under what stands for the number, by which the operator finds it: the number is somebody else's. */
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
const clearNumber = statement(
  'clear-number-of-passport',
  {},
  'update passports set phone = null, hide_from_leaderboards = true, updated_at = now() where id = $1',
)
const noteSignIn = statement(
  'note-sign-in',
  {},
  'update passports set signed_in_at = now() where id = $1',
)

export async function isIdle(db: Db, phone: string): Promise<boolean> {
  return (await db.run(findIdle, [phone])).length > 0
}

/** Takes the number from a passport that is idle; from one that is used it never does. */
export async function parkIdlePassport(
  tx: Transaction,
  numbers: NumberKeys,
  phone: string,
): Promise<void> {
  const [idle] = await tx.run(findIdle, [phone])
  if (idle === undefined) return
  await tx.run(insertParked, [idle.id, numbers.hashOf(phone)])
  await writeOtherSessionEnds(tx, idle.id, null)
  await tx.run(clearNumber, [idle.id])
}

/** It has a number of its own again. */
export async function unpark(tx: Transaction, passportId: string): Promise<void> {
  await tx.run(deleteParked, [passportId])
}

export async function noteSignedIn(tx: Db, passportId: string): Promise<void> {
  await tx.run(noteSignIn, [passportId])
}
