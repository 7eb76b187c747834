// All SQL of purchases. The caller's transaction holds the locks; states move only forward.
import type { Accepted } from '#features/purchases/reserve-decision.ts'
import type { WaitingGift } from '#ledger/hand-over.ts'
import { lockNumbers } from '#ledger/locks.ts'
import type { Db } from '#server/database.ts'
import { type RowOf, statement } from '#server/statement.ts'

/** Contract 6: a reservation lives ten minutes. */
const reservationMinutes = 10

const reservationEnd = statement(
  'reservation-end',
  { expires_at: 'timestamptz' },
  `select now() + make_interval(mins => ${reservationMinutes}) as expires_at`,
)
const countOpen = statement(
  'count-open-reservations',
  { buyer_id: 'uuid', count: 'int8' },
  `select buyer_id, count(*) as count from purchases
   where buyer_id = any($1::uuid[]) and state in ('HELD', 'READY', 'COMPLETING')
     and (state = 'COMPLETING' or expires_at > now())
   group by buyer_id`,
)
const insertPurchasesText = `insert into purchases (id, tx_id, buyer_id, batch_id, project_id,
     quantity_kg, is_gift, recipient_phone, recipient_name, note, price_micros, batch_currency,
     currency, rate, total_minor, wallet_minor, card_minor, state, card_state, expires_at)
   select id, tx_id, buyer_id, batch_id, project_id, quantity_kg, recipient_phone is not null,
     recipient_phone, recipient_name, note, price_micros, batch_currency, currency, rate,
     total_minor, wallet_minor, card_minor,
     case when card_minor > 0 then 'HELD' else 'READY' end,
     case when card_minor > 0 then 'AUTHORISING' else 'NONE' end,
     now() + make_interval(mins => ${reservationMinutes})
   from unnest($1::uuid[], $2::text[], $3::uuid[], $4::uuid[], $5::uuid[], $6::int[], $7::text[],
     $8::text[], $9::text[], $10::bigint[], $11::text[], $12::text[], $13::numeric[],
     $14::bigint[], $15::bigint[], $16::bigint[])
     as given (id, tx_id, buyer_id, batch_id, project_id, quantity_kg, recipient_phone,
       recipient_name, note, price_micros, batch_currency, currency, rate, total_minor,
       wallet_minor, card_minor)`
const insertPurchases = statement('insert-purchases', {}, insertPurchasesText)
const insertParts = statement(
  'insert-purchase-wallet-parts',
  {},
  `insert into purchase_wallet_parts (purchase_id, passport_id, programme_id, wallet_currency,
     wallet_minor, paid_minor, rounding_minor)
   select * from unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[], $5::bigint[],
     $6::bigint[], $7::bigint[])`,
)

const purchaseColumns = {
  id: 'uuid',
  tx_id: 'text',
  buyer_id: 'uuid',
  batch_id: 'uuid',
  quantity_kg: 'int4',
  is_gift: 'bool',
  recipient_phone: 'text?',
  currency: 'bpchar',
  total_minor: 'int8',
  wallet_minor: 'int8',
  card_minor: 'int8',
  state: 'text',
  card_state: 'text',
  card_payment_id: 'text?',
  failure_code: 'text?',
  expires_at: 'timestamptz',
  is_over: 'bool',
} as const
const purchaseSelect = `p.id, p.tx_id, p.buyer_id, p.batch_id, p.quantity_kg, p.is_gift,
  p.recipient_phone, p.currency, p.total_minor, p.wallet_minor, p.card_minor, p.state,
  p.card_state, p.card_payment_id, p.failure_code, p.expires_at, p.expires_at <= now() as is_over`

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
const markChecked = statement(
  'mark-purchase-checked',
  {},
  'update purchases set card_checked_at = now() where id = $1',
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
const moveCard = statement(
  'move-purchase-card',
  { id: 'uuid' },
  `update purchases set state = $4, card_state = $5, card_checked_at = now(),
     card_payment_id = coalesce($6, card_payment_id)
   where id = $1 and state = $2 and card_state = $3
     and (state not in ('HELD', 'READY') or expires_at > now())
   returning id`,
)
const setCardState = statement(
  'set-purchase-card-state',
  {},
  `update purchases set card_state = $2, card_checked_at = now(),
     card_payment_id = coalesce($3, card_payment_id) where id = $1`,
)
const endPurchases = statement(
  'end-purchases',
  {},
  `update purchases p set state = given.state, card_state = given.card_state,
     failure_code = given.failure_code, card_checked_at = now()
   from unnest($1::uuid[], $2::text[], $3::text[], $4::text[])
     as given (id, state, card_state, failure_code)
   where p.id = given.id`,
)
const completePurchases = statement(
  'complete-purchases',
  {},
  `update purchases p set state = 'COMPLETED', completed_at = now(),
     card_state = case when p.card_minor > 0 then 'CAPTURED' else 'NONE' end,
     first_place = given.first_place, holder_id = given.holder_id, recipient_id = given.recipient_id
   from unnest($1::uuid[], $2::bigint[], $3::uuid[], $4::uuid[])
     as given (id, first_place, holder_id, recipient_id)
   where p.id = given.id`,
)
const findByPhone = statement(
  'find-passports-by-phone',
  { id: 'uuid', phone: 'text' },
  'select id, phone from passports where phone = any($1::text[])',
)

const lockWaiting = statement(
  'lock-waiting-gifts',
  { id: 'uuid', batch_id: 'uuid', quantity_kg: 'int4' },
  `select id, batch_id, quantity_kg from purchases
   where recipient_phone = $1 and is_gift and holder_id is null and state = 'COMPLETED'
   order by id for update`,
)
const writeHolder = statement(
  'write-gift-holder',
  {},
  `update purchases set holder_id = $2, recipient_id = $2, received_at = now()
   where id = any($1::uuid[])`,
)

export type PurchaseRow = RowOf<typeof lockByTxId>
export type PartRow = RowOf<typeof partsOf>

/** When a reservation of this transaction lapses, by the database's clock. */
export async function readReservationEnd(tx: Db): Promise<Date> {
  const [row] = await tx.run(reservationEnd)
  if (row === undefined) throw new Error('the database has no clock')
  return row.expires_at
}

export async function countOpenReservations(
  tx: Db,
  buyerIds: readonly string[],
): Promise<Map<string, number>> {
  const rows = await tx.run(countOpen, [buyerIds])
  return new Map(rows.map((row) => [row.buyer_id, row.count]))
}

export async function insertReservations(tx: Db, accepted: readonly Accepted[]): Promise<void> {
  const parts = accepted.flatMap(({ order, walletParts }) =>
    walletParts.map((part) => ({ order, ...part })),
  )
  const column = <T>(pick: (each: Accepted) => T) => accepted.map(pick)
  await Promise.all([
    tx.run(insertPurchases, [
      column(({ order }) => order.purchaseId),
      column(({ order }) => order.txId),
      column(({ order }) => order.buyer.passportId),
      column(({ order }) => order.batchId),
      column(({ projectId }) => projectId),
      column(({ order }) => order.quantityKg),
      column(({ order }) => order.gift?.recipientPhone ?? null),
      column(({ order }) => order.gift?.recipientName ?? null),
      column(({ order }) => order.gift?.note ?? null),
      column(({ priceMicros }) => priceMicros),
      column(({ order }) => order.batchCurrency),
      column(({ order }) => order.buyer.currency),
      column(({ rate }) => rate),
      column(({ totalMinor }) => totalMinor),
      column(({ walletMinor }) => walletMinor),
      column(({ cardMinor }) => cardMinor),
    ]),
    tx.run(insertParts, [
      parts.map(({ order }) => order.purchaseId),
      parts.map(({ order }) => order.buyer.passportId),
      parts.map((part) => part.programmeId),
      parts.map((part) => part.walletCurrency),
      parts.map((part) => part.walletMinor),
      parts.map((part) => part.paidMinor),
      parts.map((part) => part.roundingMinor),
    ]),
  ])
}

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

export async function markPurchaseChecked(db: Db, id: string): Promise<void> {
  await db.run(markChecked, [id])
}

export function findWalletParts(tx: Db, ids: readonly string[]): Promise<PartRow[]> {
  return tx.run(partsOf, [ids])
}

/** Moves a purchase and its card together, only from where they are said to be. */
export async function movePurchase(
  db: Db,
  id: string,
  from: readonly [state: string, cardState: string],
  to: readonly [state: string, cardState: string],
  paymentId: string | null,
): Promise<boolean> {
  const rows = await db.run(moveCard, [id, ...from, ...to, paymentId])
  return rows.length === 1
}

export async function setPurchaseCardState(
  db: Db,
  id: string,
  cardState: string,
  paymentId: string | null,
): Promise<void> {
  await db.run(setCardState, [id, cardState, paymentId])
}

export type PurchaseEnd = {
  readonly id: string
  readonly state: 'FAILED' | 'EXPIRED'
  readonly cardState: string
  readonly failureCode: string | null
}

export async function writeEnds(tx: Db, ends: readonly PurchaseEnd[]): Promise<void> {
  await tx.run(endPurchases, [
    ends.map((end) => end.id),
    ends.map((end) => end.state),
    ends.map((end) => end.cardState),
    ends.map((end) => end.failureCode),
  ])
}

export type PurchaseCompletion = {
  readonly id: string
  readonly firstPlace: number
  readonly holderId: string | null
  readonly recipientId: string | null
}

export async function writeCompletions(
  tx: Db,
  completions: readonly PurchaseCompletion[],
): Promise<void> {
  await tx.run(completePurchases, [
    completions.map((each) => each.id),
    completions.map((each) => each.firstPlace),
    completions.map((each) => each.holderId),
    completions.map((each) => each.recipientId),
  ])
}

/**
 * The passports of numbers, held against a first sign-in of the same number, which would otherwise
 * miss a gift that is being given to it.
 */
export async function findRecipients(
  tx: Db,
  phones: readonly string[],
): Promise<Map<string, string>> {
  if (phones.length === 0) return new Map()
  await lockNumbers(tx, phones)
  const rows = await tx.run(findByPhone, [phones])
  return new Map(rows.map((row) => [row.phone, row.id]))
}

/** Completed gifts to a number that have no holder yet. */
export async function lockWaitingGifts(tx: Db, phone: string): Promise<WaitingGift[]> {
  const rows = await tx.run(lockWaiting, [phone])
  return rows.map((row) => ({
    purchaseId: row.id,
    batchId: row.batch_id,
    quantityKg: row.quantity_kg,
  }))
}

export async function writeReceipt(
  tx: Db,
  purchaseIds: readonly string[],
  passportId: string,
): Promise<void> {
  await tx.run(writeHolder, [purchaseIds, passportId])
}
