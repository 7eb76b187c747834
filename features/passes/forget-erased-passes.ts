// Deletes the devices of a wallet pass, and its link to Google Wallet, some time after its passport was erased.
// Until then a device that was switched off can still load the expired pass.
import type { Database } from '#platform/database/database.ts'
import { sqlPeriod } from '#platform/database/period.ts'
import { statement } from '#platform/database/statement.ts'
import { deleteRegistrationOf } from './pass-queries.ts'

const keptAfterErasure = { count: 30, unit: 'days' } as const
/** Maximum number of registrations, and of links, that a round deletes. */
const roundMax = 200

const isForgotten = `passport_id in (
  select id from passports where erased_at < now() - ${sqlPeriod(keptAfterErasure)})`

const findRegistrations = statement(
  'find-registrations-of-erased-passports',
  { passport_id: 'uuid', device_id: 'text' },
  `select passport_id, device_id from wallet_pass_registrations where ${isForgotten}
   order by passport_id, device_id limit $1`,
)
const deleteLinks = statement(
  'delete-google-passes-of-erased-passports',
  {},
  `delete from google_passes where id in (
     select id from google_passes where ${isForgotten} order by id limit $1)`,
)

/** Deletes the rows that are due. Returns the number of registrations. */
export async function forgetErasedPasses(db: Database): Promise<number> {
  const due = await db.run(findRegistrations, [roundMax])
  for (const { passport_id, device_id } of due) {
    await db.transaction((tx) => deleteRegistrationOf(tx, passport_id, device_id))
  }
  await db.run(deleteLinks, [roundMax])
  return due.length
}
