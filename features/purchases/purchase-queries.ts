// Declares the SQL that several folders of purchases share. It finds, locks and moves purchases.

import { reversalStates } from '#features/purchases/states/reversal-state.ts'
import {
  cardStates,
  expirableStates,
  failureCodes,
  type Next,
  type OpenStage,
  purchaseStates,
} from '#features/purchases/states/state.ts'
import { sqlStates, statesOf } from '#features/purchases/states/state-sql.ts'
import type { Db, Transaction } from '#platform/database/database.ts'
import { type RowOf, statement } from '#platform/database/statement.ts'
import { unnestRows } from '#platform/database/unnest-rows.ts'

export const purchaseColumns = {
  id: 'uuid',
  tx_id: 'text',
  buyer_id: 'uuid',
  batch_id: 'uuid',
  batch_currency: 'bpchar',
  project_id: 'uuid',
  quantity_kg: 'int4',
  is_gift: 'bool',
  recipient_phone: 'text?',
  recipient_key: 'text?',
  deliver_on: 'date?',
  currency: 'bpchar',
  total_minor: 'int8',
  wallet_minor: 'int8',
  card_minor: 'int8',
  reward_id: 'uuid?',
  reward_minor: 'int8',
  state: purchaseStates,
  card_state: cardStates,
  card_payment_id: 'text?',
  failure_code: [...failureCodes, null],
  reversal: reversalStates,
  keeps_kilograms: 'bool',
  refunded_kg: 'int4',
  expires_at: 'timestamptz',
  is_over: 'bool',
} as const
export const purchaseSelect = `p.id, p.tx_id, p.buyer_id, p.batch_id, p.batch_currency, p.project_id,
  p.quantity_kg, p.is_gift, p.recipient_phone, p.recipient_key, p.deliver_on, p.currency, p.total_minor, p.wallet_minor,
  p.card_minor, p.reward_id, p.reward_minor, p.state, p.card_state, p.card_payment_id,
  p.failure_code, p.reversal, p.keeps_kilograms, p.refunded_kg, p.expires_at, p.expires_at <= now() as is_over`

type OwnPurchase = { readonly txId: string; readonly buyerId: string }
const ownPurchase = unnestRows<OwnPurchase>({
  tx_id: ['text', ({ txId }) => txId],
  buyer_id: ['uuid', ({ buyerId }) => buyerId],
})
const lockByTxId = statement(
  'lock-purchases-by-tx-id',
  purchaseColumns,
  `select ${purchaseSelect} from purchases p
   join ${ownPurchase.rows} on p.tx_id = given.tx_id and p.buyer_id = given.buyer_id
   order by p.id for update of p`,
)

export const lockPurchases = statement(
  'lock-purchases-by-id',
  purchaseColumns,
  `select ${purchaseSelect} from purchases p where p.id = any($1::uuid[])
   order by p.id for update of p`,
).rows<[ids: readonly string[]], Transaction>()

/** Returns a purchase without locking it. Another transaction may change it at the same time. */
export const findPurchase = statement(
  'find-purchase-by-id',
  purchaseColumns,
  `select ${purchaseSelect} from purchases p where p.id = $1`,
).row<[id: string]>()

/** Stores the time of a check at the card provider. Other processes then wait before they check again. */
export const markPurchaseChecked = statement(
  'mark-purchase-checked',
  {},
  'update purchases set card_checked_at = now() where id = $1',
).effect<[id: string]>()

const moveCard = statement(
  'move-purchase-card',
  { id: 'uuid' },
  `update purchases set state = $4, card_state = $5, card_checked_at = now(),
     card_payment_id = coalesce($6, card_payment_id)
   where id = $1 and state = $2 and card_state = $3
     and (state not in ${sqlStates(expirableStates)} or expires_at > now())
   returning id`,
)

export const findWalletParts = statement(
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
).rows<[ids: readonly string[]], Transaction>()

export type PurchaseRow = RowOf<typeof lockByTxId>

/** Locks and returns purchases by transaction id. Leaves out purchases of other buyers. */
export function lockOwnPurchases(
  tx: Transaction,
  purchases: readonly OwnPurchase[],
): Promise<PurchaseRow[]> {
  return tx.run(lockByTxId, ownPurchase.values(purchases))
}

/** Moves a purchase and its card. Returns false if the purchase is not in the stage `from` or has expired. */
export async function movePurchase<From extends OpenStage>(
  db: Db,
  id: string,
  [from, to]: readonly [from: From, to: Next<From>],
  paymentId: string | null,
): Promise<boolean> {
  const rows = await db.run(moveCard, [id, ...statesOf(from), ...statesOf(to), paymentId])
  return rows.length === 1
}
