// Reads the amounts of a refund by destination, for the operator.
import { sqlState } from '#features/purchases/states/state-sql.ts'
import { type RowOf, statement } from '#platform/database/statement.ts'

export const readRefundSums = statement(
  'refund-sums',
  {
    currency: 'bpchar',
    wallet_minor: 'int8',
    is_wallet_lapsed: 'bool',
    card_minor: 'int8',
    refunded_minor: 'int8',
    due_minor: 'int8',
    lost_minor: 'int8',
    paid_minor: 'int8',
    is_pending: 'bool',
    is_sold: 'bool',
    refunded_kg: 'int4',
    is_part_failed: 'bool',
  },
  `select p.currency, case when r.wallet_returned_at is null then parts.wallet_minor
       else p.wallet_minor end as wallet_minor,
     coalesce(r.wallet_returned_at >= b.erased_at, false) as is_wallet_lapsed, p.card_minor, r.refunded_minor, r.due_minor, r.lost_minor, r.paid_minor,
     r.pending_since is not null as is_pending, p.state = ${sqlState('COMPLETED')} as is_sold, p.refunded_kg,
     r.is_part_failed
   from purchases p join purchase_reversals r on r.purchase_id = p.id
     join passports b on b.id = p.buyer_id
   cross join lateral (select coalesce(sum(w.paid_minor), 0)::bigint as wallet_minor
     from refund_part_wallets w where w.purchase_id = p.id) parts
   where p.tx_id = $1`,
).row<[txId: string]>()

/**
 * The amounts of a refund, in minor units of `currency`. `is_wallet_lapsed`: the buyer was erased before, so the
 * wallet money went on to its programmes.
 */
export type RefundSums = RowOf<typeof readRefundSums>
