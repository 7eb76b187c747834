// SQL of taking a completed purchase back. The caller has locked the purchase.
import { type PurchaseRow, purchaseColumns, purchaseSelect } from '#features/purchases/queries.ts'
import type { CardReturns, Reversal } from '#features/purchases/refund/reversal.ts'
import {
  type ReversalPlace,
  reversalPlaceOf,
  reversalStageOf,
} from '#features/purchases/reversal-state.ts'
import { sqlReversal } from '#features/purchases/state-sql.ts'
import type { Db, Transaction } from '#platform/database/database.ts'
import { statement } from '#platform/database/statement.ts'
import { unnestRows } from '#platform/database/unnest-rows.ts'
import type { Dispute } from '#providers/cards/card-provider.ts'

const findReturned = statement(
  'find-purchase-reversal',
  {
    holder_id: 'uuid?',
    refunded_minor: 'int8',
    lost_minor: 'int8',
    due_minor: 'int8',
    is_wallet_returned: 'bool',
  },
  `select p.holder_id, coalesce(r.refunded_minor, 0) as refunded_minor,
     coalesce(r.lost_minor, 0) as lost_minor, coalesce(r.due_minor, 0) as due_minor,
     r.wallet_returned_at is not null as is_wallet_returned
   from purchases p left join purchase_reversals r on r.purchase_id = p.id where p.id = $1`,
)
const findErased = statement(
  'find-erased',
  { is_erased: 'bool' },
  'select erased_at is not null as is_erased from passports where id = $1',
)
const keepReturned = statement(
  'write-purchase-reversal',
  {},
  `insert into purchase_reversals (purchase_id, refunded_minor, lost_minor, due_minor,
     wallet_returned_at)
   values ($1, $2, $3, $4, case when $5 then now() end)
   on conflict (purchase_id) do update set refunded_minor = excluded.refunded_minor,
     lost_minor = excluded.lost_minor, due_minor = excluded.due_minor, updated_at = now(),
     wallet_returned_at = coalesce(purchase_reversals.wallet_returned_at,
       excluded.wallet_returned_at)`,
)
/** A gift that waited names nobody from then on: trigger `purchases_lost_gift_names_nobody`. */
const moveReversal = statement(
  'move-purchase-reversal',
  {},
  'update purchases set reversal = $2, keeps_kilograms = $3, card_checked_at = now() where id = $1',
)
const dispute = unnestRows<Dispute>({
  id: ['text', ({ id }) => id],
  amount_minor: ['int8', ({ amountMinor }) => amountMinor],
  outcome: ['text', ({ outcome }) => outcome],
})
/** An outcome stays: an older answer that calls the dispute open comes too late. */
const keepDisputes = statement(
  'write-card-disputes',
  {},
  `insert into card_disputes (${dispute.names}, purchase_id, ended_at)
   select ${dispute.names}, $4, case when outcome <> 'open' then now() end from ${dispute.rows}
   on conflict (id) do update set outcome = excluded.outcome, ended_at = now()
     where card_disputes.outcome = 'open' and excluded.outcome <> 'open'`,
)
const countDisputes = statement(
  'count-card-disputes',
  { lost_minor: 'int8', is_disputed: 'bool' },
  `select coalesce(sum(amount_minor) filter (where outcome = 'lost'), 0)::int8 as lost_minor,
     coalesce(bool_or(outcome = 'open'), false) as is_disputed
   from card_disputes where purchase_id = $1`,
)
/** While a bank disputes a payment its provider gives nothing of it back. */
const findRefunding = statement(
  'find-refunding-purchases',
  purchaseColumns,
  `select ${purchaseSelect} from purchases p
   where p.reversal = ${sqlReversal('refunding')}
     and coalesce(p.card_checked_at, p.created_at) < now() - make_interval(secs => $1)
     and not exists (select from card_disputes d
       where d.purchase_id = p.id and d.outcome = 'open')
   order by p.card_checked_at limit $2`,
)
const findByPayment = statement(
  'find-purchase-by-payment',
  purchaseColumns,
  `select ${purchaseSelect} from purchases p where p.card_payment_id = $1 order by p.id limit 1`,
)
/** Retirements take the row for an update: none is recorded until this transaction ends. */
const keepFromRetiring = statement(
  'keep-batch-from-retiring',
  { id: 'uuid' },
  `select id from batches where id in (select batch_id from present_places where purchase_id = $1)
   order by id for share`,
)
const findRetired = statement(
  'is-any-of-purchase-retired',
  { is_retired: 'bool' },
  `select exists (select from present_places pl join retired_places r on r.batch_id = pl.batch_id
       and r.first_place < pl.first_place + pl.kg and r.last_place >= pl.first_place
     where pl.purchase_id = $1) as is_retired`,
)
const findByTxId = statement(
  'find-purchase-id',
  { id: 'uuid' },
  'select id from purchases where tx_id = $1',
)

/** Under the locks of their wallets: an erasure takes the same. */
export async function isErased(tx: Transaction, passportId: string): Promise<boolean> {
  const [row] = await tx.run(findErased, [passportId])
  return row?.is_erased ?? false
}

export type KnownReversal = Reversal & { readonly holderId: string | null }

/** Where a purchase stands; `place` as its row says. */
export async function findReversal(
  tx: Transaction,
  id: string,
  place: ReversalPlace,
): Promise<KnownReversal> {
  const [row] = await tx.run(findReturned, [id])
  if (row === undefined) throw new Error('a purchase vanished')
  return {
    stage: reversalStageOf(place),
    holderId: row.holder_id,
    refundedMinor: row.refunded_minor,
    lostMinor: row.lost_minor,
    dueMinor: row.due_minor,
    isWalletReturned: row.is_wallet_returned,
  }
}

/** Whether any kilogram is retired at its registry. It stays so until the transaction ends. */
export async function isAnyRetired(
  tx: Transaction,
  { id }: Pick<PurchaseRow, 'id'>,
): Promise<boolean> {
  await tx.run(keepFromRetiring, [id])
  const [row] = await tx.run(findRetired, [id])
  return row?.is_retired ?? false
}

export async function writeReversal(tx: Transaction, id: string, to: Reversal): Promise<void> {
  const { refundedMinor, lostMinor, dueMinor, isWalletReturned } = to
  const { reversal, keeps_kilograms } = reversalPlaceOf(to.stage)
  await tx.run(keepReturned, [id, refundedMinor, lostMinor, dueMinor, isWalletReturned])
  await tx.run(moveReversal, [id, reversal, keeps_kilograms])
}

/** Keeps what the provider says of disputes, and answers what is known of all of the purchase's. */
export async function writeDisputes(
  tx: Transaction,
  id: string,
  disputes: readonly Dispute[],
): Promise<Omit<CardReturns, 'refundedMinor'>> {
  await tx.run(keepDisputes, [...dispute.values(disputes), id])
  const [row] = await tx.run(countDisputes, [id])
  return { lostMinor: row?.lost_minor ?? 0, isDisputed: row?.is_disputed ?? false }
}

/** Purchases whose card money has not gone back for `seconds`, and can. */
export function findRefundingPurchases(
  db: Db,
  seconds: number,
  limit: number,
): Promise<PurchaseRow[]> {
  return db.run(findRefunding, [seconds, limit])
}

/** The purchase that a payment is for, or null where it is none of ours. */
export async function findPurchaseOfPayment(
  db: Db,
  paymentId: string,
): Promise<PurchaseRow | null> {
  const [row] = await db.run(findByPayment, [paymentId])
  return row ?? null
}

export async function findPurchaseId(db: Db, txId: string): Promise<string | null> {
  const [row] = await db.run(findByTxId, [txId])
  return row?.id ?? null
}
