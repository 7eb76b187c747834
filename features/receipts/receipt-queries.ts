// Declares the SQL that reads a completed purchase and its payments for a receipt.
import { sqlShownName } from '#features/catalogue/show-projects.ts'
import { reversalStates } from '#features/purchases/states/reversal-state.ts'
import { sqlReversal, sqlState } from '#features/purchases/states/state-sql.ts'
import type { Db } from '#platform/database/database.ts'
import { type RowOf, statement } from '#platform/database/statement.ts'
import { isDiscount } from '#values/lists/own-programmes.ts'

const findPaid = statement(
  'find-receipt',
  {
    id: 'uuid',
    tx_id: 'text',
    day: 'date?',
    quantity_kg: 'int4',
    price_micros: 'int8',
    batch_currency: 'bpchar',
    currency: 'bpchar',
    rate: 'numeric',
    total_minor: 'int8',
    card_minor: 'int8',
    is_reward: 'bool',
    is_gift: 'bool',
    is_planned: 'bool',
    reversal: reversalStates,
    project: 'text',
    project_number: 'text',
    registry: 'text',
    registry_name: 'text',
    vintage_year: 'int2',
    serial_number: 'text',
    card_brand: 'text?',
    card_last_four: 'text?',
    is_wallet_returned: 'bool',
    arrived_minor: 'int8',
    is_part_due: 'bool',
    is_part_failed: 'bool',
  },
  `select p.id, p.tx_id, (p.completed_at at time zone 'UTC')::date as day, p.quantity_kg,
     p.price_micros, p.batch_currency, p.currency, p.rate, p.total_minor, p.card_minor,
     p.is_reward, p.is_gift, p.is_planned, p.reversal, ${sqlShownName('j')} as project, j.external_id as project_number,
     j.registry, j.registry_name, b.vintage_year, b.serial_number,
     p.card_brand, p.card_last_four,
     exists (select from purchase_reversals r
       where r.purchase_id = p.id and r.wallet_returned_at is not null) as is_wallet_returned,
     coalesce(v.refunded_minor + v.lost_minor, 0) as arrived_minor,
     p.reversal = ${sqlReversal('none')} and coalesce(v.due_minor > 0 and not v.is_part_failed, false) as is_part_due,
     coalesce(v.is_part_failed, false) as is_part_failed
   from purchases p join projects j on j.id = p.project_id join batches b on b.id = p.batch_id
   left join purchase_reversals v on v.purchase_id = p.id
   where p.tx_id = $1 and p.buyer_id = $2 and p.state = ${sqlState('COMPLETED')}`,
)
const findParts = statement(
  'find-receipt-wallets',
  {
    programme_id: 'text',
    programme: 'text',
    wallet_currency: 'bpchar',
    wallet_minor: 'int8',
    paid_minor: 'int8',
  },
  `select w.programme_id, g.name as programme, w.wallet_currency, w.wallet_minor, w.paid_minor
   from purchase_wallet_parts w join programmes g on g.id = w.programme_id
   where w.purchase_id = $1 order by g.name, w.wallet_currency`,
)
/** Returns what went back to wallets with each refund in part. */
export const findReturnedWallets = statement(
  'find-receipt-returned-wallets',
  {
    part: 'int4',
    programme_id: 'text',
    programme: 'text',
    wallet_currency: 'bpchar',
    wallet_minor: 'int8',
    paid_minor: 'int8',
  },
  `select w.part, w.programme_id, g.name as programme, w.wallet_currency, w.wallet_minor, w.paid_minor
   from refund_part_wallets w join programmes g on g.id = w.programme_id
   where w.purchase_id = $1 order by w.part, g.name, w.wallet_currency`,
).rows<[purchaseId: string]>()

/** Returns the payments without the card, each with the refund in part that it belongs to. */
export const findRefundPayments = statement(
  'find-receipt-refund-payments',
  { part: 'int4?', amount_minor: 'int8' },
  `select case when r.wallet_returned_at is null or r.wallet_returned_at > o.created_at then (select max(f.part)
       from refund_parts f where f.purchase_id = o.purchase_id and f.created_at <= o.created_at) end as part,
     o.amount_minor
   from refund_payments o join purchase_reversals r on r.purchase_id = o.purchase_id
   where o.purchase_id = $1 order by o.created_at, o.id`,
).rows<[purchaseId: string]>()

export type Paid = RowOf<typeof findPaid>
export type WalletPart = RowOf<typeof findParts>
export type ReturnedWallet = RowOf<typeof findReturnedWallets>

export type Receipt = { readonly paid: Paid; readonly wallets: readonly WalletPart[] }

/** Returns true if a purchase gets a receipt number: if the buyer paid anything but discounts. */
export function needsNumber({ paid, wallets }: Receipt): boolean {
  return paid.card_minor > 0 || wallets.some(({ programme_id }) => !isDiscount(programme_id))
}

/**
 * Returns a completed purchase and its payments by wallets. Returns null if the passport is not the
 * buyer, or the purchase is not completed.
 */
export async function findReceipt(db: Db, txId: string, buyerId: string): Promise<Receipt | null> {
  const [paid] = await db.run(findPaid, [txId, buyerId])
  return paid === undefined ? null : { paid, wallets: await db.run(findParts, [paid.id]) }
}
