// Reads the messages about purchases, with their receiver and what became of them.
import type { Db } from '#platform/database/database.ts'
import { statement } from '#platform/database/statement.ts'
import type { PurchaseMessage } from './desk-calls.ts'

/** A message to a phone number withdraws a gift, so that its receiver gets it. */
const findMessages = statement(
  'console-messages-of-purchases',
  {
    purchase_id: 'text',
    id: 'int8',
    template: 'text',
    state: 'text',
    attempts: 'int2',
    created_at: 'timestamptz',
    sent_at: 'timestamptz?',
    arrival: 'text?',
    last_error: 'text?',
    to: ['buyer', 'receiver'],
  },
  `select split_part(o.subject, '/', 1) as purchase_id, o.id, o.template, o.state, o.attempts,
     o.created_at, o.sent_at, s.outcome as arrival, o.last_error,
     case when o.recipient = 'buyer' then 'buyer' else 'receiver' end as "to"
   from outbox o left join sms_outcomes s on s.provider_id = o.provider_id
   where split_part(o.subject, '/', 1) = any($1::text[]) order by o.id`,
).rows<[purchaseIds: readonly string[]]>()

/** Returns the messages about each purchase, oldest first. */
export async function readPurchaseMessages(
  db: Db,
  purchaseIds: readonly string[],
): Promise<ReadonlyMap<string, readonly PurchaseMessage[]>> {
  const rows = await findMessages(db, purchaseIds)
  const byPurchase = Map.groupBy(rows, ({ purchase_id }) => purchase_id)
  return new Map(
    purchaseIds.map((id) => [
      id,
      (byPurchase.get(id) ?? []).map(({ purchase_id: _, created_at, sent_at, ...message }) => ({
        ...message,
        created_at: created_at.toISOString(),
        sent_at: sent_at?.toISOString() ?? null,
      })),
    ]),
  )
}
