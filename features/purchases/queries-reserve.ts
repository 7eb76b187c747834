// SQL that writes reservations and counts what their buyers have open. The caller's transaction holds
// the locks of batches, wallets and passports.
import type { PersonHolds } from '#features/purchases/hold-limits.ts'
import type { PurchaseRow } from '#features/purchases/queries.ts'
import type { Accepted } from '#features/purchases/reserve-decision.ts'
import type { Db } from '#platform/database/database.ts'
import { type RowOf, statement } from '#platform/database/statement.ts'

/** Contract 6: a reservation lives ten minutes. */
export const reservationMinutes = 10

const reservationEnd = statement(
  'reservation-end',
  { expires_at: 'timestamptz' },
  `select now() + make_interval(mins => ${reservationMinutes}) as expires_at`,
)
const openStates = `('HELD', 'READY', 'COMPLETING')`
/** A person's open purchases, and those that lapsed within the hour, by batch. */
const countHolds = statement(
  'count-holds-of-buyers',
  {
    buyer_id: 'uuid',
    batch_id: 'uuid',
    open: 'int8',
    asking: 'int8',
    open_kg: 'int8',
    abandoned: 'int8',
    wait_seconds: 'int4',
  },
  `select buyer_id, batch_id, count(*) filter (where is_open) as open,
     count(*) filter (where is_open and state = 'HELD') as asking,
     coalesce(sum(quantity_kg) filter (where is_open and state <> 'COMPLETING' and not is_reward), 0)
       ::int8 as open_kg,
     count(abandoned_at) as abandoned,
     coalesce(ceil(extract(epoch from min(abandoned_at) + interval '1 hour' - now())), 0)::int4
       as wait_seconds
   from (
     select buyer_id, batch_id, state, quantity_kg, is_reward, true as is_open,
       null::timestamptz as abandoned_at
     from purchases
     where buyer_id = any($1::uuid[]) and state in ${openStates}
       and (state = 'COMPLETING' or expires_at > now())
     union all
     select buyer_id, batch_id, state, quantity_kg, is_reward, false, abandoned_at from purchases
     where buyer_id = any($1::uuid[]) and abandoned_at > now() - interval '1 hour'
   ) as held
   group by buyer_id, batch_id`,
)
/** What the buyer holds of the batch without money behind it, besides the purchase that asks. */
const findUnpaid = statement(
  'find-unpaid-kilograms',
  { available_kg: 'int8', waiting_kg: 'int8' },
  `select s.available_kg, (select coalesce(sum(p.quantity_kg), 0)::int8 from purchases p
     where p.buyer_id = $2 and p.batch_id = s.batch_id and p.id <> $3
       and p.state in ('HELD', 'READY') and p.card_state in ('AUTHORISING', 'ACTION')
       and p.expires_at > now()) as waiting_kg
   from batch_stock s where s.batch_id = $1`,
)
const recently = (isWanted: string) => `select buyer_id, count(*) as count,
     greatest(1, ceil(extract(epoch from min(created_at) + interval '1 hour' - now())))::int4
       as wait_seconds
   from purchases
   where buyer_id = any($1::uuid[]) and id > (select uuidv7(interval '-1 hour')) and ${isWanted}
   group by buyer_id`
const countStarted = statement(
  'count-purchases-of-hour',
  { buyer_id: 'uuid', count: 'int8', wait_seconds: 'int4' },
  recently('not is_reward'),
)
const countDeclined = statement(
  'count-declined-cards-of-hour',
  { buyer_id: 'uuid', count: 'int8', wait_seconds: 'int4' },
  recently(`failure_code = 'card_declined'`),
)
const insertPurchasesText = `insert into purchases (id, tx_id, buyer_id, batch_id, project_id,
     quantity_kg, is_gift, recipient_phone, recipient_name, note, price_micros, batch_currency,
     currency, rate, total_minor, wallet_minor, card_minor, is_reward, reward_id, reward_minor,
     state, card_state, expires_at)
   select id, tx_id, buyer_id, batch_id, project_id, quantity_kg, recipient_phone is not null,
     recipient_phone, recipient_name, note, price_micros, batch_currency, currency, rate,
     total_minor, wallet_minor, card_minor, reward_id is not null, reward_id, reward_minor,
     case when card_minor > 0 then 'HELD' else 'READY' end,
     case when card_minor > 0 then 'AUTHORISING' else 'NONE' end,
     least(now() + make_interval(mins => ${reservationMinutes}), ends_at)
   from unnest($1::uuid[], $2::text[], $3::uuid[], $4::uuid[], $5::uuid[], $6::int[], $7::text[],
     $8::text[], $9::text[], $10::bigint[], $11::text[], $12::text[], $13::numeric[],
     $14::bigint[], $15::bigint[], $16::bigint[], $17::uuid[], $18::bigint[], $19::timestamptz[])
     as given (id, tx_id, buyer_id, batch_id, project_id, quantity_kg, recipient_phone,
       recipient_name, note, price_micros, batch_currency, currency, rate, total_minor,
       wallet_minor, card_minor, reward_id, reward_minor, ends_at)`
const insertPurchases = statement('insert-purchases', {}, insertPurchasesText)
const insertParts = statement(
  'insert-purchase-wallet-parts',
  {},
  `insert into purchase_wallet_parts (purchase_id, passport_id, programme_id, wallet_currency,
     wallet_minor, paid_minor, rounding_minor)
   select * from unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[], $5::bigint[],
     $6::bigint[], $7::bigint[])`,
)

/** When a reservation of this transaction lapses, by the database's clock. */
export async function readReservationEnd(tx: Db): Promise<Date> {
  const [row] = await tx.run(reservationEnd)
  if (row === undefined) throw new Error('the database has no clock')
  return row.expires_at
}

/** What each buyer holds and has let lapse; the caller may count on in the maps. */
export async function findHolds(
  tx: Db,
  buyerIds: readonly string[],
): Promise<Map<string, PersonHolds>> {
  const rows = await tx.run(countHolds, [buyerIds])
  const own = Map.groupBy(rows, ({ buyer_id }) => buyer_id)
  return new Map([...own].map(([buyerId, batches]) => [buyerId, holdsOf(batches)]))
}

function holdsOf(batches: readonly RowOf<typeof countHolds>[]): PersonHolds {
  const sum = (count: (row: RowOf<typeof countHolds>) => number) =>
    batches.reduce((total, row) => total + count(row), 0)
  const abandoned = batches.filter((row) => row.abandoned > 0)
  return {
    open: sum((row) => row.open),
    asking: sum((row) => row.asking),
    abandoned: sum((row) => row.abandoned),
    abandonedWaitSeconds: Math.min(...abandoned.map(({ wait_seconds }) => wait_seconds)),
    openKgByBatch: new Map(batches.map((row) => [row.batch_id, row.open_kg])),
    abandonedBatches: new Set(abandoned.map(({ batch_id }) => batch_id)),
  }
}

/** Kilograms of a batch that are free, and those that one buyer holds without money behind them. */
export async function findUnpaidKg(
  tx: Db,
  { id, buyer_id, batch_id }: Pick<PurchaseRow, 'id' | 'buyer_id' | 'batch_id'>,
): Promise<{ readonly availableKg: number; readonly waitingKg: number }> {
  const [row] = await tx.run(findUnpaid, [batch_id, buyer_id, id])
  if (row === undefined) throw new Error('a batch vanished')
  return { availableKg: row.available_kg, waitingKg: row.waiting_kg }
}

/** Purchases of one buyer in the last hour, and the seconds until the oldest of them is out of it. */
export type Recent = { readonly count: number; readonly waitSeconds: number }

const recentOf = ({ count, wait_seconds }: RowOf<typeof countStarted>): Recent => ({
  count,
  waitSeconds: wait_seconds,
})

export async function countRecentPurchases(
  tx: Db,
  which: 'started' | 'declined',
  buyerIds: readonly string[],
): Promise<Map<string, Recent>> {
  if (buyerIds.length === 0) return new Map()
  const rows = await tx.run(which === 'started' ? countStarted : countDeclined, [buyerIds])
  const none = { count: 0, waitSeconds: 3_600 }
  return new Map([
    ...buyerIds.map((id) => [id, none] as const),
    ...rows.map((row) => [row.buyer_id, recentOf(row)] as const),
  ])
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
      column(({ batchCurrency }) => batchCurrency),
      column(({ order }) => order.buyer.currency),
      column(({ rate }) => rate),
      column(({ totalMinor }) => totalMinor),
      column(({ walletMinor }) => walletMinor),
      column(({ cardMinor }) => cardMinor),
      column(({ order }) => order.rewardId),
      column(({ reward }) => reward?.amountMinor ?? 0),
      column(({ endsAt }) => endsAt),
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
