// Messages as the operator lists them: what became of each, and no number. Reads only.
import type { Db } from '#platform/database/database.ts'
import { statement } from '#platform/database/statement.ts'

/** Lines of a report to the operator. */
const reportMax = 1_000

const list = statement(
  'list-messages',
  {
    id: 'int8',
    template: 'text',
    state: 'text',
    attempts: 'int2',
    created_at: 'timestamptz',
    last_error: 'text?',
    arrival: 'text?',
    tx_id: 'text?',
  },
  `select o.id, o.template, o.state, o.attempts, o.created_at, o.last_error,
     s.outcome as arrival, p.tx_id
   from outbox o left join sms_outcomes s on s.provider_id = o.provider_id
   left join purchases p on p.id::text = o.subject and o.recipient in ('buyer', 'recipient')
   where not $1::bool or o.state = 'dead'
   order by o.id desc limit $2`,
)

/** Newest first, at most 1,000; `deadOnly` leaves all but those out that were given up. */
export async function listMessages(db: Db, deadOnly: boolean) {
  const rows = await db.run(list, [deadOnly, reportMax])
  return rows.map(({ created_at, ...row }) => ({ ...row, created_at: created_at.toISOString() }))
}
