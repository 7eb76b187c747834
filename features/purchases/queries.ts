// SQL that finds and locks purchases. Writing them is in queries-reserve.ts, queries-states.ts and
// queries-gifts.ts.
import type { Db } from '#platform/database/database.ts'
import { type RowOf, statement } from '#platform/database/statement.ts'

const purchaseColumns = {
  id: 'uuid',
  tx_id: 'text',
  buyer_id: 'uuid',
  batch_id: 'uuid',
  batch_currency: 'bpchar',
  project_id: 'uuid',
  quantity_kg: 'int4',
  is_gift: 'bool',
  recipient_phone: 'text?',
  currency: 'bpchar',
  total_minor: 'int8',
  wallet_minor: 'int8',
  card_minor: 'int8',
  reward_id: 'uuid?',
  reward_minor: 'int8',
  state: 'text',
  card_state: 'text',
  card_payment_id: 'text?',
  failure_code: 'text?',
  expires_at: 'timestamptz',
  is_over: 'bool',
} as const
const purchaseSelect = `p.id, p.tx_id, p.buyer_id, p.batch_id, p.batch_currency, p.project_id,
  p.quantity_kg, p.is_gift, p.recipient_phone, p.currency, p.total_minor, p.wallet_minor,
  p.card_minor, p.reward_id, p.reward_minor, p.state, p.card_state, p.card_payment_id,
  p.failure_code, p.expires_at, p.expires_at <= now() as is_over`

const lockByTxId = statement(
  'lock-purchases-by-tx-id',
  purchaseColumns,
  `select ${purchaseSelect} from purchases p
   join unnest($1::text[], $2::uuid[]) as asked (tx_id, buyer_id)
     on p.tx_id = asked.tx_id and p.buyer_id = asked.buyer_id
   order by p.id for update of p`,
)
const lockById = statement(
  'lock-purchases-by-id',
  purchaseColumns,
  `select ${purchaseSelect} from purchases p where p.id = any($1::uuid[])
   order by p.id for update of p`,
)
const lockExpired = statement(
  'lock-expired-purchases',
  purchaseColumns,
  `select ${purchaseSelect} from purchases p
   where p.state in ('HELD', 'READY') and p.expires_at <= now()
   order by p.id limit $1 for update of p skip locked`,
)
const findUnsettled = statement(
  'find-unsettled-purchases',
  purchaseColumns,
  `select ${purchaseSelect} from purchases p
   where (p.card_state in ('AUTHORISING', 'CAPTURING', 'VOIDING', 'REFUNDING')
       or p.state = 'COMPLETING')
     and coalesce(p.card_checked_at, p.created_at) < now() - make_interval(secs => $1)
   order by p.state <> 'COMPLETING', coalesce(p.card_checked_at, p.created_at) limit $2`,
)
const partsOf = statement(
  'parts-of-purchases',
  {
    purchase_id: 'uuid',
    programme_id: 'text',
    wallet_currency: 'bpchar',
    wallet_minor: 'int8',
    paid_minor: 'int8',
    rounding_minor: 'int8',
  },
  `select purchase_id, programme_id, wallet_currency, wallet_minor, paid_minor, rounding_minor
   from purchase_wallet_parts where purchase_id = any($1::uuid[])
   order by purchase_id, programme_id, wallet_currency`,
)
export type PurchaseRow = RowOf<typeof lockByTxId>
export type PartRow = RowOf<typeof partsOf>

/** Locks the purchases that are the asking buyers' own; another's is as if it were not there. */
export function lockOwnPurchases(
  tx: Db,
  asked: readonly { readonly txId: string; readonly buyerId: string }[],
): Promise<PurchaseRow[]> {
  return tx.run(lockByTxId, [asked.map((each) => each.txId), asked.map((each) => each.buyerId)])
}

export function lockPurchases(tx: Db, ids: readonly string[]): Promise<PurchaseRow[]> {
  return tx.run(lockById, [ids])
}

export function lockExpiredPurchases(tx: Db, limit: number): Promise<PurchaseRow[]> {
  return tx.run(lockExpired, [limit])
}

/** Purchases whose card step has had no outcome for `seconds`. */
export function findUnsettledPurchases(db: Db, seconds: number, limit: number) {
  return db.run(findUnsettled, [seconds, limit])
}

export function findWalletParts(tx: Db, ids: readonly string[]): Promise<PartRow[]> {
  return tx.run(partsOf, [ids])
}
