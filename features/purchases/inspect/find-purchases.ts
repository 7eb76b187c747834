// Finds purchases by the ids that users and the card provider use: transaction id, own id, and the
// provider's ids of payment, charge, refund, dispute and warning. Reads only.
import type { Db } from '#platform/database/database.ts'
import { type RowOf, statement } from '#platform/database/statement.ts'
import { idsOfStatement, readTransactionId } from '#values/text/transaction-id.ts'
import { isUuid } from '#values/text/uuid.ts'

/** Most purchases in an answer. */
const foundMax = 50

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
   order by p.id limit ${foundMax}`,
)

export type NamedPurchase = RowOf<typeof find>

/** An id of the card provider, such as `re_1Pgc72…` or `pay_…`, as its pages and mails show it. */
const cardIdPattern = /^[a-z]{2,8}_[\w-]{1,200}$/

/** Reads an id of the card provider; null for any other text. */
export function readCardId(text: string): string | null {
  const id = text.trim().replace(/_secret_\w*$/, '')
  return cardIdPattern.test(id) ? id : null
}

/** Reads the purchase's id from a step key such as `<id>:authorise`; null for any other text. */
export function readPurchaseId(text: string): string | null {
  const [id = ''] = text.trim().split(':', 1)
  return isUuid(id) ? id.toLowerCase() : null
}

export function findPurchases(db: Db, text: string): Promise<NamedPurchase[]> {
  const [first = null, last = null] = idsOfStatement(text) ?? []
  const named = [readTransactionId(text), first, last, readPurchaseId(text), readCardId(text)]
  return db.run(find, named)
}
