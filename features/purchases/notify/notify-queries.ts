// Declares the SQL that reads purchases for their messages.
import { sqlShownName } from '#features/catalogue/show-projects.ts'
import { purchaseStates } from '#features/purchases/states/state.ts'
import { sqlHasArrived, sqlTakenBack } from '#features/purchases/states/state-sql.ts'
import type { Database, Db } from '#platform/database/database.ts'
import { groupCallsOn } from '#platform/database/group-calls.ts'
import { type RowOf, statement } from '#platform/database/statement.ts'

const purchasesOf = statement(
  'purchases-of-messages',
  {
    id: 'uuid',
    buyer_id: 'uuid',
    buyer_phone: 'text?',
    buyer_language: 'text',
    recipient_phone: 'text?',
    recipient_language: 'text?',
    holder_phone: 'text?',
    holder_language: 'text?',
    quantity_kg: 'int4',
    tx_id: 'text',
    currency: 'bpchar',
    project_name: 'text',
    note: 'text?',
    from_name: 'text?',
    buyer_nickname: 'text?',
    buyer_first_name: 'text?',
    is_taken_back: 'bool',
    keeps_hours: 'bool',
    now: 'timestamptz',
  },
  `select p.id, p.buyer_id, buyer.phone as buyer_phone, buyer.language as buyer_language,
     p.recipient_phone, recipient.language as recipient_language, holder.phone as holder_phone,
     holder.language as holder_language, p.quantity_kg - p.refunded_kg as quantity_kg, p.tx_id, p.currency,
     ${sqlShownName('project')} as project_name, p.note, p.from_name, buyer.nickname as buyer_nickname,
     buyer.first_name as buyer_first_name, ${sqlTakenBack()} as is_taken_back,
     coalesce(p.delivered_at <= now(), false) as keeps_hours, now()
   from purchases p join passports buyer on buyer.id = p.buyer_id
     join projects project on project.id = p.project_id
     left join passports recipient on recipient.phone = p.recipient_phone
     left join passports holder on holder.id = p.holder_id
   where p.id = any($1::uuid[])`,
)
const giftMessageOf = statement(
  'gift-message-of-purchase',
  { state: 'text?', language: 'text?' },
  `select o.state, m.language from (values (1)) as one
   left join outbox o on o.template = 'gift_success' and o.subject = $1 and o.recipient = 'recipient'
   left join passports m on m.phone = $2`,
)

export const findOwnPurchase = statement(
  'own-purchase-for-message',
  {
    id: 'uuid',
    state: purchaseStates,
    is_gift: 'bool',
    recipient_phone: 'text?',
    has_arrived: 'bool',
  },
  `select id, state, is_gift, recipient_phone, ${sqlHasArrived('purchases')} as has_arrived
   from purchases where tx_id = $1 and buyer_id = $2`,
).row<[txId: string, buyerId: string]>()

export type MessagePurchase = RowOf<typeof purchasesOf>

/** Returns a purchase for its message, or null. Concurrent calls share a statement. */
export const findMessagePurchase = groupCallsOn<Database, string, MessagePurchase | null>(
  async (db, ids) => {
    const rows = await db.run(purchasesOf, [ids])
    const byId = new Map(rows.map((row) => [row.id, row]))
    return ids.map((id) => byId.get(id) ?? null)
  },
  { groupMax: 100, waitingMax: 1_000 },
)

/**
 * Returns the state of the message to a gift's receiver, and the receiver's language. The state is null
 * if no message was queued, and the language if the number has no passport.
 */
export async function findGiftMessage(db: Db, purchaseId: string, phone: string) {
  const [row] = await db.run(giftMessageOf, [purchaseId, phone])
  return row ?? { state: null, language: null }
}
