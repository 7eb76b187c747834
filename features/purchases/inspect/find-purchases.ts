// Finds purchases by any of their ids: transaction id, database id, and the card provider's ids of
// payment, charge, refund, dispute and warning.
import type { Db } from '#platform/database/database.ts'
import { type RowOf, statement } from '#platform/database/statement.ts'
import { idsOfStatement, readTransactionId } from '#values/text/transaction-id.ts'
import { isUuid } from '#values/text/uuid.ts'

/** Maximum number of purchases in a result. */
const resultMax = 50

const find = statement(
  'find-named-purchases',
  {
    id: 'uuid',
    tx_id: 'text',
    buyer_id: 'uuid',
    is_gift: 'bool',
    receiver_id: 'uuid?',
    recipient_phone: 'text?',
  },
  `select p.id, p.tx_id, p.buyer_id, p.is_gift,
     case when p.is_gift then coalesce(p.holder_id, p.recipient_id) end as receiver_id,
     p.recipient_phone
   from purchases p where p.id in (
     select id from purchases where tx_id = $1
     union all select id from purchases where tx_id between $2 and $3
     union all select id from purchases where id = $4::uuid
     union all select id from purchases where card_payment_id = $5
     union all select purchase_id from card_references where id = $5
     union all select purchase_id from disputes where id = $5
     union all select purchase_id from card_disputes where id = $5
     union all select purchase_id from fraud_warnings where id = $5)
   order by p.id limit ${resultMax}`,
)

export type NamedPurchase = RowOf<typeof find>

/** Pattern of the card provider's ids, such as `re_1Pgc72…` or `pay_…`. */
const cardIdPattern = /^[a-z]{2,8}_[\w-]{1,200}$/

/** Returns the card provider's id in a text, without the secret part of a client secret, or null. */
export function readCardId(text: string): string | null {
  const id = text.trim().replace(/_secret_\w*$/, '')
  return cardIdPattern.test(id) ? id : null
}

/** Returns the purchase id in a text that is the id or a step key such as `<id>:authorise`, or null. */
export function readPurchaseId(text: string): string | null {
  const [id = ''] = text.trim().split(':', 1)
  return isUuid(id) ? id.toLowerCase() : null
}

/** Finds purchases by any of their ids, or by the start of a transaction id as card statements show it. */
export function findPurchases(db: Db, text: string): Promise<NamedPurchase[]> {
  const [first = null, last = null] = idsOfStatement(text) ?? []
  const ids = [readTransactionId(text), first, last, readPurchaseId(text), readCardId(text)]
  return db.run(find, ids)
}
