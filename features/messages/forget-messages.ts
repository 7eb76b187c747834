// Asks the SMS provider to erase its messages to erased users. It runs after each erasure, and in the
// background until the provider has confirmed. Then it deletes the phone number from this database too.

import { statement } from '#platform/database/statement.ts'
import { waitAfter } from '#values/tries.ts'
import type { Services } from './message-services.ts'

const batchMax = 20
const leaseSeconds = 60

const takeDue = statement(
  'take-sms-to-forget',
  { id: 'int8', phone: 'text', provider_ids: 'text[]', attempts: 'int2' },
  `update sms_to_forget set attempts = least(attempts + 1, 1000),
     due_at = now() + make_interval(secs => ${leaseSeconds})
   where id = any(array(select id from sms_to_forget where due_at <= now()
     order by due_at limit $1 for update skip locked))
   returning id, phone, provider_ids, attempts`,
)
const deleteForgotten = statement(
  'delete-forgotten-sms',
  {},
  'delete from sms_to_forget where id = $1',
)
const postponeForgetting = statement(
  'put-back-sms-to-forget',
  {},
  'update sms_to_forget set due_at = now() + make_interval(secs => $2) where id = $1',
)

/** Handles at most 20 due requests, each for one phone number. Returns their number. */
export async function forgetMessages({
  db,
  sms,
  log,
}: Pick<Services, 'db' | 'sms' | 'log'>): Promise<number> {
  const due = await db.run(takeDue, [batchMax])
  for (const { id, phone, provider_ids, attempts } of due) {
    try {
      await sms.forget({ phone, messageIds: provider_ids })
      await db.run(deleteForgotten, [id])
    } catch (error) {
      log.warn('messages not forgotten yet', { count: attempts, error })
      await db.run(postponeForgetting, [id, waitAfter(attempts)])
    }
  }
  return due.length
}
