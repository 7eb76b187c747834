// Lets a minute pass for every user, so that none has changed data lately and all are answered from
// caches and replicas.
import type { Database } from '#platform/database/database.ts'
import { statement } from '#tests/support/test-statement.ts'

const age = statement(
  'test-pass-minute',
  {},
  `with sessions as (update sessions set created_at = created_at - interval '1 minute'),
     nonces as (update request_nonces set expires_at = expires_at - interval '1 minute')
   update passports set updated_at = updated_at - interval '1 minute'`,
)

export async function passMinute(db: Database): Promise<void> {
  await db.run(age)
}
