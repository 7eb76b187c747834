// SQL that writes reservations and counts what their buyers have open. The caller's transaction holds
// the locks of batches, wallets and passports.
import type { Accepted } from '#features/purchases/reserve/reserve-decision.ts'
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
  { buyer_id: 'uuid', count: 'int8', asking: 'int8' },
  `select buyer_id, count(*) as count, count(*) filter (where state = 'HELD') as asking
   from purchases
   where buyer_id = any($1::uuid[]) and state in ('HELD', 'READY', 'COMPLETING')
     and (state = 'COMPLETING' or expires_at > now())
   group by buyer_id`,
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

/** Reservations of each buyer that are open, and those of them whose card is being asked. */
export async function countOpenReservations(
  tx: Db,
  buyerIds: readonly string[],
): Promise<{ open: Map<string, number>; asking: Map<string, number> }> {
  const rows = await tx.run(countOpen, [buyerIds])
  return {
    open: new Map(rows.map((row) => [row.buyer_id, row.count])),
    asking: new Map(rows.map((row) => [row.buyer_id, row.asking])),
  }
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
