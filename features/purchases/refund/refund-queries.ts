// Declares the SQL of reversals: refunds and disputes of completed purchases, and refunds of charges whose
// purchase was not completed. Before a write, the caller must lock the purchase.
import {
  type PurchaseRow,
  purchaseColumns,
  purchaseSelect,
} from '#features/purchases/purchase-queries.ts'
import {
  type ReversalColumns,
  reversalColumnsOf,
  reversalStageOf,
} from '#features/purchases/states/reversal-state.ts'
import { sqlCardOfReversal, sqlReversal, sqlState } from '#features/purchases/states/state-sql.ts'
import type { Db, Transaction } from '#platform/database/database.ts'
import { statement } from '#platform/database/statement.ts'
import { unnestRows } from '#platform/database/unnest-rows.ts'
import type { Dispute } from '#providers/cards/card-provider.ts'
import type { CardReturns, Reversal } from './reversal.ts'

const findReversalRow = statement(
  'find-purchase-reversal',
  {
    holder_id: 'uuid?',
    is_sold: 'bool',
    refunded_minor: 'int8',
    lost_minor: 'int8',
    due_minor: 'int8',
    is_wallet_returned: 'bool',
    paid_minor: 'int8',
    reinstated_minor: 'int8',
    overpaid_minor: 'int8',
    attempt: 'int4',
    first_attempt: 'int4',
    part_kg: 'int4',
    part_minor: 'int8',
    is_part_failed: 'bool',
    read_number: 'int8',
    is_pending: 'bool',
  },
  `select p.holder_id, p.state = ${sqlState('COMPLETED')} as is_sold,
     coalesce(r.refunded_minor, 0) as refunded_minor,
     coalesce(r.lost_minor, 0) as lost_minor, coalesce(r.due_minor, 0) as due_minor,
     r.wallet_returned_at is not null as is_wallet_returned,
     coalesce(r.paid_minor, 0) as paid_minor, coalesce(r.reinstated_minor, 0) as reinstated_minor,
     coalesce(r.overpaid_minor, 0) as overpaid_minor, coalesce(r.attempt, 1) as attempt,
     coalesce(r.first_attempt, 1) as first_attempt, p.refunded_kg as part_kg,
     coalesce(r.part_minor, 0) as part_minor, coalesce(r.is_part_failed, false) as is_part_failed,
     coalesce(r.read_number, 0) as read_number, r.pending_since is not null as is_pending
   from purchases p left join purchase_reversals r on r.purchase_id = p.id where p.id = $1`,
)
const findErased = statement(
  'find-erased',
  { is_erased: 'bool' },
  'select erased_at is not null as is_erased from passports where id = $1',
)

/** Days after a refund's last change during which its payment is read again, because it may fail. */
const watchDays = 60
const upsertReversal = statement(
  'write-purchase-reversal',
  {},
  `insert into purchase_reversals as r (purchase_id, refunded_minor, lost_minor, due_minor,
     wallet_returned_at, paid_minor, reinstated_minor, overpaid_minor, overpaid_at, attempt,
     check_at, watch_until, first_attempt, part_minor, is_part_failed)
   values ($1, $2, $3, $4, case when $5 then now() end, $6, $7, $8, case when $8::bigint > 0 then now() end,
     $9, (select now() from purchases where id = $1 and card_payment_id is not null),
     now() + make_interval(days => ${watchDays}), $11, $12, $13)
   on conflict (purchase_id) do update set refunded_minor = excluded.refunded_minor,
     lost_minor = excluded.lost_minor, due_minor = excluded.due_minor, updated_at = now(),
     wallet_returned_at = coalesce(r.wallet_returned_at, excluded.wallet_returned_at),
     paid_minor = excluded.paid_minor, reinstated_minor = excluded.reinstated_minor,
     overpaid_minor = excluded.overpaid_minor,
     overpaid_at = case when excluded.overpaid_minor > r.overpaid_minor then now()
       when excluded.overpaid_minor > 0 then r.overpaid_at end,
     attempt = excluded.attempt, first_attempt = excluded.first_attempt,
     part_minor = excluded.part_minor, is_part_failed = excluded.is_part_failed, check_at = excluded.check_at, watch_until = excluded.watch_until,
     stage_since = case when $10 then now() else r.stage_since end`,
)

/**
 * Stores the number of a reading and the time of the next one. A payment that changed within a day is
 * due at the next poll. Other payments are due in 45 minutes, until `watch_until`.
 */
export const writeCardReading = statement(
  'write-card-reading',
  {},
  `insert into purchase_reversals as r (purchase_id, read_number, pending_since)
   values ($1, $2, $3)
   on conflict (purchase_id) do update set read_number = excluded.read_number,
     pending_since = excluded.pending_since,
     check_at = case when r.updated_at > now() - interval '1 day' then now()
       when r.watch_until > now() or excluded.pending_since is not null
         then now() + interval '45 minutes' end`,
).effect<[id: string, readNumber: number, pendingSince: Date | null], Transaction>()

const attemptOf = statement(
  'find-refund-attempt',
  { attempt: 'int4', amount_minor: 'int8?' },
  `select r.attempt, case when p.reversal in (${sqlReversal('none')}, ${sqlReversal('disputed')})
       then case when r.is_part_failed then 0 else r.due_minor end
       when r.part_minor > 0 and r.paid_minor > 0 then r.due_minor end as amount_minor
   from purchase_reversals r join purchases p on p.id = r.purchase_id where r.purchase_id = $1`,
)
const beginReading = statement(
  'begin-card-reading',
  { number: 'int8' },
  `select nextval('card_readings') as number`,
)

/**
 * Claims and returns purchases whose payment is due for a reading, and was not read since the reading
 * `readNumber` began. Concurrent processes claim different purchases.
 */
export const claimRefundChecks = statement(
  'claim-refund-checks',
  purchaseColumns,
  `with claimed as (
     update purchase_reversals set
       check_at = case when watch_until > now() or pending_since is not null
         then now() + interval '10 minutes' end
     where purchase_id = any(array(select purchase_id from purchase_reversals
       where check_at <= now() and read_number < $1
       order by check_at limit $2 for update skip locked))
     returning purchase_id)
   select ${purchaseSelect} from claimed join purchases p on p.id = claimed.purchase_id
   where p.card_payment_id is not null`,
).rows<[readNumber: number, limit: number]>()

const insertPayment = statement(
  'insert-refund-payment',
  {},
  `insert into refund_payments (purchase_id, way, amount_minor, reference) values ($1, $2, $3, $4)`,
)

/** Returns the last payment without the card for a failed refund, or null. */
export const findRefundPayment = statement(
  'find-last-refund-payment',
  { reference: 'text?' },
  `select reference from refund_payments where purchase_id = $1
   order by id desc limit 1`,
).row<[id: string], Transaction>()

/** The trigger `purchases_lost_gift_names_nobody` erases name and phone number of a withdrawn gift. */
const moveReversal = statement(
  'move-purchase-reversal',
  {},
  `update purchases set reversal = $2, keeps_kilograms = $3, refunded_kg = $4, card_checked_at = now(),
     card_state = ${sqlCardOfReversal('$2')} where id = $1`,
)
const dispute = unnestRows<Dispute>({
  id: ['text', ({ id }) => id],
  amount_minor: ['int8', ({ amountMinor }) => amountMinor],
  outcome: ['text', ({ outcome }) => outcome],
})
const upsertDisputes = statement(
  'write-card-disputes',
  {},
  `insert into card_disputes (${dispute.names}, purchase_id, ended_at)
   select ${dispute.names}, $4, case when outcome <> 'open' then now() end from ${dispute.rows}
   on conflict (id) do update set outcome = excluded.outcome,
     amount_minor = excluded.amount_minor,
     ended_at = case when excluded.outcome <> 'open' then coalesce(card_disputes.ended_at, now()) end
     where (card_disputes.outcome, card_disputes.amount_minor)
       is distinct from (excluded.outcome, excluded.amount_minor)`,
)
const countDisputes = statement(
  'count-card-disputes',
  { lost_minor: 'int8', is_disputed: 'bool' },
  `select coalesce(sum(amount_minor) filter (where outcome = 'lost'), 0)::int8 as lost_minor,
     coalesce(bool_or(outcome = 'open'), false) as is_disputed
   from card_disputes where purchase_id = $1`,
)

/**
 * Returns purchases with a due card refund that was not checked for `seconds`. Leaves out disputed
 * payments, because the provider does not refund them during a dispute.
 */
export const findRefundingPurchases = statement(
  'find-refunding-purchases',
  purchaseColumns,
  `select ${purchaseSelect} from purchases p
   where (p.reversal = ${sqlReversal('refunding')} or p.id in (select r.purchase_id from purchase_reversals r
       where r.part_minor > 0 and r.due_minor > 0 and not r.is_part_failed))
     and p.reversal in (${sqlReversal('refunding')}, ${sqlReversal('none')})
     and coalesce(p.card_checked_at, p.created_at) < now() - make_interval(secs => $1)
     and not exists (select from card_disputes d
       where d.purchase_id = p.id and d.outcome = 'open')
   order by p.card_checked_at limit $2`,
).rows<[seconds: number, limit: number]>()

/** Returns the purchase of a card payment, or null. */
export const findPurchaseOfPayment = statement(
  'find-purchase-by-payment',
  purchaseColumns,
  `select ${purchaseSelect} from purchases p where p.card_payment_id = $1 order by p.id limit 1`,
).row<[paymentId: string]>()

/** Takes a shared lock on the batches' rows, so that a concurrent retirement waits. */
const lockAgainstRetirement = statement(
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

/** Returns true for an erased passport. The caller has locked its wallets, so that an erasure waits. */
export async function isErased(tx: Transaction, passportId: string): Promise<boolean> {
  const [row] = await tx.run(findErased, [passportId])
  return row?.is_erased ?? false
}

export type KnownReversal = Awaited<ReturnType<typeof findReversal>>

/** Returns the reversal of a purchase. `columns` are from the purchase's row. */
export async function findReversal(tx: Transaction, id: string, columns: ReversalColumns) {
  const [row] = await tx.run(findReversalRow, [id])
  if (row === undefined) throw new Error('a purchase vanished')
  return {
    stage: reversalStageOf(columns),
    holderId: row.holder_id,
    /** True for a completed purchase. Of any other purchase only the charge is refunded. */
    isSold: row.is_sold,
    refundedMinor: row.refunded_minor,
    lostMinor: row.lost_minor,
    dueMinor: row.due_minor,
    // A purchase that ended without completing has released its wallet money already.
    isWalletReturned: row.is_wallet_returned || !row.is_sold,
    paidMinor: row.paid_minor,
    reinstatedMinor: row.reinstated_minor,
    overpaidMinor: row.overpaid_minor,
    attempt: row.attempt,
    firstAttempt: row.first_attempt,
    partKg: row.part_kg,
    partMinor: row.part_minor,
    isPartFailed: row.is_part_failed,
    /** Number of the newest stored reading of the payment. */
    readNumber: row.read_number,
    /** True if a refund is pending at the provider. */
    isPending: row.is_pending,
  }
}

/**
 * Locks the purchase's batches, so that no retirement is recorded until the transaction ends. Returns true
 * if any kilogram of the purchase is retired.
 */
export async function lockAndCheckRetired(
  tx: Transaction,
  { id }: Pick<PurchaseRow, 'id'>,
): Promise<boolean> {
  await tx.run(lockAgainstRetirement, [id])
  const [row] = await tx.run(findRetired, [id])
  return row?.is_retired ?? false
}

/** Writes the figures and the stage of a reversal that moves from `from` to `to`. */
export async function writeReversal(
  tx: Transaction,
  id: string,
  from: Reversal,
  to: Reversal,
): Promise<void> {
  const { reversal, keeps_kilograms } = reversalColumnsOf(to.stage)
  await tx.run(upsertReversal, [
    id,
    to.refundedMinor,
    to.lostMinor,
    to.dueMinor,
    to.isWalletReturned && !from.isWalletReturned,
    to.paidMinor,
    to.reinstatedMinor,
    to.overpaidMinor,
    to.attempt,
    from.stage !== to.stage || (to.isPartFailed && !from.isPartFailed),
    to.firstAttempt,
    to.partMinor,
    to.isPartFailed,
  ])
  await tx.run(moveReversal, [id, reversal, keeps_kilograms, to.partKg])
}

/**
 * Returns the number of the refund attempt that is pending at the provider, or of the next one. `amountMinor` is the
 * amount that it refunds, 0 if none is due; null for the whole rest of the payment.
 */
export async function findAttempt(db: Db, id: string) {
  const [row] = await db.run(attemptOf, [id])
  return { attempt: row?.attempt ?? 1, amountMinor: row?.amount_minor ?? null }
}

/** Returns the number of a new reading. A reading that begins later has a higher number. */
export async function beginCardReading(db: Db): Promise<number> {
  const [row] = await db.run(beginReading)
  if (row === undefined) throw new Error('a sequence has ended')
  return row.number
}

export async function writeRefundPayment(
  tx: Transaction,
  id: string,
  payment: {
    readonly way: 'wallet' | 'elsewhere'
    readonly amountMinor: number
    readonly reference: string | null
  },
): Promise<void> {
  await tx.run(insertPayment, [id, payment.way, payment.amountMinor, payment.reference])
}

/** Stores the provider's disputes. Returns the lost amount and whether a dispute is open. */
export async function writeDisputes(
  tx: Transaction,
  id: string,
  disputes: readonly Dispute[],
): Promise<Pick<CardReturns, 'lostMinor' | 'isDisputed'>> {
  await tx.run(upsertDisputes, [...dispute.values(disputes), id])
  const [row] = await tx.run(countDisputes, [id])
  return { lostMinor: row?.lost_minor ?? 0, isDisputed: row?.is_disputed ?? false }
}

/** Returns true if a stored dispute of the purchase's payment is open. */
export async function isDisputedNow(tx: Transaction, id: string): Promise<boolean> {
  const [row] = await tx.run(countDisputes, [id])
  return row?.is_disputed ?? false
}

export async function findPurchaseId(db: Db, txId: string): Promise<string | null> {
  const [row] = await db.run(findByTxId, [txId])
  return row?.id ?? null
}
