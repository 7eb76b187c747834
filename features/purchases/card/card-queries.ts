// Declares the SQL of the card steps. Each update executes one move of the table in states/state.ts.

import {
  type PurchaseRow,
  purchaseColumns,
  purchaseSelect,
} from '#features/purchases/purchase-queries.ts'
import {
  type EndedCardMove,
  expirableStates,
  openCardStates,
  unpaidCardStates,
} from '#features/purchases/states/state.ts'
import {
  sqlCard,
  sqlCards,
  sqlMove,
  sqlReversalOfEnd,
  sqlState,
  sqlStates,
} from '#features/purchases/states/state-sql.ts'
import type { Db, Transaction } from '#platform/database/database.ts'
import { statement } from '#platform/database/statement.ts'
import { unnestRows } from '#platform/database/unnest-rows.ts'
import type { Write } from '#platform/database/write.ts'
import type { FoundPayment, PaidCard } from '#providers/cards/card-provider.ts'
import { bankSeconds, reservationMinutes } from '#values/money/order-limits.ts'
import type { Refund } from './card-postings.ts'

type Payment = {
  readonly purchaseId: string
  readonly paymentId: string
  /** The provider's id of the charge. Undefined if the provider has none. */
  readonly chargeId?: string | undefined
  /** The card that pays. Undefined if the provider does not say. */
  readonly card?: PaidCard | undefined
}

const payment = unnestRows<Payment>({
  id: ['uuid', ({ purchaseId }) => purchaseId],
  payment_id: ['text', ({ paymentId }) => paymentId],
  charge_id: ['text', ({ chargeId }) => chargeId ?? null],
  card_brand: ['text', ({ card }) => card?.brand ?? null],
  card_last_four: ['text', ({ card }) => card?.lastFour ?? null],
  card_country: ['text', ({ card }) => card?.country ?? null],
})
const authorisedMove = sqlMove('HELD AUTHORISING', 'READY AUTHORISED')
/** First locks the rows in the order of their ids, because concurrent groups may contain the same rows. */
const authoriseCards = statement(
  'move-purchases-to-authorised',
  { id: 'uuid' },
  `with given as (select * from ${payment.rows}),
   locked as (select id from purchases where id = any(${payment.array('id')}) order by id for update),
   charges as (insert into card_references (id, kind, purchase_id)
     select charge_id, 'charge', id from given where charge_id is not null
     on conflict (id) do nothing)
   update purchases p set ${authorisedMove.set}, card_checked_at = now(),
     card_payment_id = given.payment_id, card_brand = given.card_brand,
     card_last_four = given.card_last_four, card_country = given.card_country
   from given join locked on locked.id = given.id
   where p.id = given.id and ${authorisedMove.at} and p.expires_at > now()
   returning p.id`,
)
const actionMove = sqlMove('HELD AUTHORISING', 'READY ACTION')
const openAction = statement(
  'move-purchase-to-action',
  { expires_at: 'timestamptz' },
  `update purchases set ${actionMove.set}, card_checked_at = now(), card_payment_id = $2,
     expires_at = least(expires_at, now() + make_interval(secs => ${bankSeconds}))
   where id = $1 and ${actionMove.at} and expires_at > now()
   returning expires_at`,
)
const confirmedMove = sqlMove('READY ACTION', 'READY AUTHORISED')
/** Moves a purchase to authorised, and extends its reservation to the usual lifetime. */
const confirmAction = statement(
  'move-purchase-from-action',
  {},
  `with charge as (insert into card_references (id, kind, purchase_id)
     select $3::text, 'charge', $1 where $3::text is not null on conflict (id) do nothing)
   update purchases set ${confirmedMove.set}, card_checked_at = now(),
     card_payment_id = coalesce($2, card_payment_id), card_brand = $4, card_last_four = $5,
     card_country = $6, expires_at = greatest(expires_at, created_at + make_interval(mins => ${reservationMinutes}))
   where id = $1 and ${confirmedMove.at} and expires_at > now()`,
)

/** `waiting_kg`: kilograms of the batch in the buyer's other purchases without authorised money. */
const findUnpaid = statement(
  'find-unpaid-kilograms',
  { available_kg: 'int8', waiting_kg: 'int8' },
  `select s.available_kg, (select coalesce(sum(p.quantity_kg), 0)::int8 from purchases p
     where p.buyer_id = $2 and p.batch_id = s.batch_id and p.id <> $3
       and p.state in ${sqlStates(expirableStates)} and p.card_state in ${sqlCards(unpaidCardStates)}
       and p.expires_at > now()) as waiting_kg
   from batch_stock s where s.batch_id = $1`,
)
const moveEndedCard = statement(
  'move-card-of-ended-purchase',
  { id: 'uuid' },
  `update purchases set card_state = $3, card_checked_at = now(), reversal = ${sqlReversalOfEnd('$3')},
     card_payment_id = coalesce($4, card_payment_id) where id = $1 and card_state = $2
   returning id`,
)
const owedCharge = unnestRows<Refund>({
  purchase_id: ['uuid', ({ purchaseId }) => purchaseId],
  due_minor: ['int8', ({ cardMinor }) => cardMinor],
})
const insertOwed = statement(
  'insert-owed-charges',
  {},
  `insert into purchase_reversals (${owedCharge.names}) select ${owedCharge.names} from ${owedCharge.rows}`,
)

/** Seconds after a purchase's expiry until which a delayed attempt may reach the provider. */
const lateAttemptSeconds = 60
/**
 * Marks the card as voided if the provider has no payment, and no delayed attempt can reach it any more.
 */
export const closeUnknownPayment = statement(
  'move-card-never-heard-of',
  {},
  `update purchases set card_state = ${sqlCard('VOIDED')}, card_checked_at = now()
   where id = $1 and card_state = ${sqlCard('VOIDING')}
     and expires_at < now() - make_interval(secs => ${lateAttemptSeconds})`,
).effect<[id: string]>()

const completing = sqlState('COMPLETING')
/** Returns purchases whose card step has had no outcome for `seconds`. */
export const findUnsettledPurchases = statement(
  'find-unsettled-purchases',
  purchaseColumns,
  `select ${purchaseSelect} from purchases p
   where (p.card_state in ${sqlCards(openCardStates)} or p.state = ${completing})
     and coalesce(p.card_checked_at, p.created_at) < now() - make_interval(secs => $1)
   order by p.state <> ${completing}, coalesce(p.card_checked_at, p.created_at) limit $2`,
).rows<[seconds: number, limit: number]>()

/** Moves held, unexpired purchases to authorised. Returns the ids of the purchases that moved. */
export async function moveToAuthorised(
  tx: Transaction,
  payments: readonly Payment[],
): Promise<Set<string>> {
  const rows = await tx.run(authoriseCards, payment.values(payments))
  return new Set(rows.map(({ id }) => id))
}

/** Moves a held purchase to the state that waits for the bank. Returns its new expiry; null if not held. */
export async function moveToAction(
  tx: Transaction,
  id: string,
  paymentId: string,
): Promise<Date | null> {
  const [row] = await tx.run(openAction, [id, paymentId])
  return row?.expires_at ?? null
}

/** Moves a purchase to authorised, after the buyer confirmed the payment at the bank. */
export async function moveFromAction(
  db: Db,
  id: string,
  {
    paymentId,
    chargeId = null,
    card,
  }: Pick<FoundPayment, 'paymentId' | 'card'> & { readonly chargeId?: string | null },
): Promise<void> {
  const { brand = null, lastFour = null, country = null } = card ?? {}
  await db.run(confirmAction, [id, paymentId, chargeId, brand, lastFour, country])
}

/**
 * Returns the available kilograms of the purchase's batch, and the kilograms that the buyer's other
 * purchases hold there without authorised money.
 */
export async function findUnpaidKg(
  tx: Transaction,
  { id, buyer_id, batch_id }: Pick<PurchaseRow, 'id' | 'buyer_id' | 'batch_id'>,
): Promise<{ readonly availableKg: number; readonly waitingKg: number }> {
  const [row] = await tx.run(findUnpaid, [batch_id, buyer_id, id])
  if (row === undefined) throw new Error('a batch vanished')
  return { availableKg: row.available_kg, waitingKg: row.waiting_kg }
}

/** Moves the card of an ended purchase. Returns false if its card state is not `from`. */
export async function moveCardOfEnded(
  db: Db,
  id: string,
  [from, to]: EndedCardMove,
  paymentId: string | null,
): Promise<boolean> {
  const rows = await db.run(moveEndedCard, [id, from, to, paymentId])
  return rows.length === 1
}

/** Returns the writes that record owed charges. The caller moves the purchases to REFUNDING. */
export function owedChargeWrites(refunds: readonly Refund[]): Write[] {
  return owedCharge.writes(insertOwed, refunds)
}
