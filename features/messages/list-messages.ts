// Lists messages with their outcome for the operator: all, or those of one user. Phone numbers are omitted.
import type { Db } from '#platform/database/database.ts'
import { statement } from '#platform/database/statement.ts'
import { sqlIsTo } from './message-queries.ts'

/** Maximum number of messages in a list of all. */
const reportMax = 1_000
/** Maximum number of messages in a list of one user's. */
const personMax = 50

const outcomeColumns = {
  template: 'text',
  state: 'text',
  attempts: 'int2',
  created_at: 'timestamptz',
  last_error: 'text?',
  arrival: 'text?',
} as const
const sqlOutcome =
  'o.template, o.state, o.attempts, o.created_at, o.last_error, s.outcome as arrival'
const messages = 'outbox o left join sms_outcomes s on s.provider_id = o.provider_id'

const list = statement(
  'list-messages',
  { id: 'int8', ...outcomeColumns, tx_id: 'text?' },
  `select o.id, ${sqlOutcome}, p.tx_id from ${messages}
   left join purchases p on p.id::text = split_part(o.subject, '/', 1)
     and o.recipient in ('buyer', 'recipient')
   where not $1::bool or o.state = 'dead'
   order by o.id desc limit $2`,
)

const listOfPerson = statement(
  'list-messages-of-person',
  { id: 'int8', ...outcomeColumns, sent_at: 'timestamptz?' },
  `select o.id, ${sqlOutcome}, o.sent_at from ${messages} where ${sqlIsTo} order by o.id desc limit $3`,
)

/** Returns at most 1,000 messages, newest first. With `deadOnly`, it returns only dead letters. */
export async function listMessages(db: Db, deadOnly: boolean) {
  const rows = await db.run(list, [deadOnly, reportMax])
  return rows.map(({ created_at, ...row }) => ({ ...row, created_at: created_at.toISOString() }))
}

/** Returns the newest 50 messages to a user: about their passport, their purchases and their codes. */
export function listMessagesOf(db: Db, passportId: string, phone: string | null) {
  return db.run(listOfPerson, [passportId, phone, personMax])
}
