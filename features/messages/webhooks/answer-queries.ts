// Declares the SQL of delivery reports and of the answers STOP and START. The later answer of a phone number
// wins. If both are from the same second, STOP wins.

import type { Db } from '#platform/database/database.ts'
import { sqlPeriod } from '#platform/database/period.ts'
import { statement } from '#platform/database/statement.ts'
import { tidying } from '#platform/database/tidy.ts'
import type { SmsAnswer, SmsOutcome } from '#providers/sms/sms-provider.ts'

/** Stores an outcome. A later `failed` does not replace `delivered`. */
const upsertOutcome = statement(
  'write-sms-outcome',
  { is_new: 'bool' },
  `insert into sms_outcomes (provider_id, outcome, error_code) values ($1, $2, $3)
   on conflict (provider_id) do update
     set outcome = excluded.outcome, error_code = null, heard_at = now()
     where sms_outcomes.outcome = 'failed' and excluded.outcome = 'delivered'
   returning old.provider_id is null as is_new`,
)
const stopNumber = statement(
  'stop-number',
  {},
  `insert into stopped_numbers (phone, stopped_at) values ($1, $2)
   on conflict (phone) do update set stopped_at = excluded.stopped_at, ended_at = null
     where coalesce(stopped_numbers.ended_at, stopped_numbers.stopped_at) <= excluded.stopped_at`,
)
const startNumber = statement(
  'start-number',
  {},
  `insert into stopped_numbers (phone, stopped_at, ended_at) values ($1, $2, $2)
   on conflict (phone) do update set ended_at = excluded.ended_at
     where coalesce(stopped_numbers.ended_at, stopped_numbers.stopped_at) < excluded.ended_at`,
)

/** How long the provider's statuses of SMS are kept. */
export const outcomesKept = { count: 90, unit: 'days' } as const
export const outcomeTidying = tidying(
  'sms_outcomes',
  `heard_at < now() - ${sqlPeriod(outcomesKept)}`,
)

/** Stores an outcome. Returns true if it is the first one of the message. */
export async function writeOutcome(
  db: Db,
  { messageId, kind, errorCode }: SmsOutcome,
): Promise<boolean> {
  const [row] = await db.run(upsertOutcome, [messageId, kind, errorCode])
  return row?.is_new ?? false
}

/** Stores a STOP or START. `numberHash` is the hash of the phone number that sent it. */
export async function writeAnswer(
  db: Db,
  numberHash: string,
  { kind, at }: Pick<SmsAnswer, 'kind' | 'at'>,
): Promise<void> {
  await db.run(kind === 'stopped' ? stopNumber : startNumber, [numberHash, at])
}
