// Declares the SQL that inserts reservations and counts holds and recent purchases of buyers. The caller
// has locked stock, wallets and passports.

import { firstStages, openStates } from '#features/purchases/states/state.ts'
import { sqlFailure, sqlStage, sqlState, sqlStates } from '#features/purchases/states/state-sql.ts'
import type { WalletPart } from '#features/wallet/wallet-split.ts'
import type { Transaction } from '#platform/database/database.ts'
import { type RowOf, statement } from '#platform/database/statement.ts'
import { unnestRows } from '#platform/database/unnest-rows.ts'
import type { Write } from '#platform/database/write.ts'
import { reservationMinutes } from '#values/money/order-limits.ts'
import { taxCountryOf } from '#values/text/canonical-phone.ts'
import type { PersonHolds } from './hold-limits.ts'
import type { Order } from './order.ts'
import type { AcceptedOrder } from './reserve-decision.ts'

const reservationEnd = statement(
  'reservation-end',
  { now: 'timestamptz', expires_at: 'timestamptz' },
  `select now(), now() + make_interval(mins => ${reservationMinutes}) as expires_at`,
)
const completing = sqlState('COMPLETING')
/** Counts a buyer's open purchases, and purchases abandoned within the last hour, by batch. */
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
     count(*) filter (where is_open and state = ${sqlState('HELD')}) as asking,
     coalesce(sum(quantity_kg)
       filter (where is_open and state <> ${completing} and not is_reward), 0)::int8 as open_kg,
     count(abandoned_at) as abandoned,
     coalesce(ceil(extract(epoch from min(abandoned_at) + interval '1 hour' - now())), 0)::int4
       as wait_seconds
   from (
     select buyer_id, batch_id, state, quantity_kg, is_reward, true as is_open,
       null::timestamptz as abandoned_at
     from purchases
     where buyer_id = any($1::uuid[]) and not is_planned and state in ${sqlStates(openStates)}
       and (state = ${completing} or expires_at > now())
     union all
     select buyer_id, batch_id, state, quantity_kg, is_reward, false, abandoned_at from purchases
     where buyer_id = any($1::uuid[]) and not is_planned
       and abandoned_at > now() - interval '1 hour'
   ) as held
   group by buyer_id, batch_id`,
)
/** SQL that counts the buyers' purchases of the last hour that fulfil `condition`. */
const sqlCountOfHour = (condition: string) => `select buyer_id, count(*) as count,
     greatest(1, ceil(extract(epoch from min(created_at) + interval '1 hour' - now())))::int4
       as wait_seconds
   from purchases
   where buyer_id = any($1::uuid[]) and id > (select uuidv7(interval '-1 hour')) and ${condition}
   group by buyer_id`
const countStarted = statement(
  'count-purchases-of-hour',
  { buyer_id: 'uuid', count: 'int8', wait_seconds: 'int4' },
  sqlCountOfHour('not is_reward and not is_planned'),
)
const countDeclined = statement(
  'count-declined-cards-of-hour',
  { buyer_id: 'uuid', count: 'int8', wait_seconds: 'int4' },
  sqlCountOfHour(`failure_code = ${sqlFailure('card_declined')}`),
)
const [held, ready] = [sqlStage(firstStages.withCard), sqlStage(firstStages.withoutCard)]
const reservation = unnestRows<AcceptedOrder>({
  id: ['uuid', ({ order }) => order.purchaseId],
  tx_id: ['text', ({ order }) => order.txId],
  buyer_id: ['uuid', ({ order }) => order.buyer.passportId],
  batch_id: ['uuid', ({ order }) => order.batchId],
  project_id: ['uuid', ({ projectId }) => projectId],
  quantity_kg: ['int4', ({ order }) => order.quantityKg],
  recipient_phone: ['text', ({ order }) => order.gift?.recipientPhone ?? null],
  recipient_key: ['text', ({ order }) => order.gift?.recipientKey ?? null],
  recipient_name: ['text', ({ order }) => order.gift?.recipientName ?? null],
  from_name: ['text', ({ order }) => order.gift?.fromName ?? null],
  deliver_on: ['date', ({ order }) => order.gift?.deliverOn ?? null],
  deliver_at: ['timestamptz', ({ deliverAt }) => deliverAt],
  note: ['text', ({ order }) => order.note],
  price_micros: ['int8', ({ priceMicros }) => priceMicros],
  batch_currency: ['text', ({ batchCurrency }) => batchCurrency],
  currency: ['text', ({ order }) => order.buyer.currency],
  rate: ['numeric', ({ rate }) => rate],
  total_minor: ['int8', ({ totalMinor }) => totalMinor],
  wallet_minor: ['int8', ({ walletMinor }) => walletMinor],
  card_minor: ['int8', ({ cardMinor }) => cardMinor],
  reward_id: ['uuid', ({ order }) => order.rewardId],
  is_planned: ['bool', ({ order }) => order.isPlanned],
  reward_minor: ['int8', ({ reward }) => reward?.amountMinor ?? 0],
  tax_country: ['text', ({ order: { buyer } }) => buyer.phone && taxCountryOf(buyer.phone)],
  ends_at: ['timestamptz', ({ endsAt }) => endsAt],
})
const insertedNames = reservation.namesWithout('ends_at')
/** Inserts purchases. The SQL derives state, expiry and flags from the other columns. */
const insertPurchases = statement(
  'insert-purchases',
  {},
  `insert into purchases (${insertedNames}, is_gift, is_reward, state, card_state, expires_at)
   select ${insertedNames}, recipient_phone is not null, reward_id is not null,
     case when card_minor > 0 then ${held.state} else ${ready.state} end,
     case when card_minor > 0 then ${held.cardState} else ${ready.cardState} end,
     least(now() + make_interval(mins => ${reservationMinutes}), ends_at)
   from ${reservation.rows}`,
)
type Part = WalletPart & { readonly order: Order }
const part = unnestRows<Part>({
  purchase_id: ['uuid', ({ order }) => order.purchaseId],
  passport_id: ['uuid', ({ order }) => order.buyer.passportId],
  programme_id: ['text', ({ programmeId }) => programmeId],
  wallet_currency: ['text', ({ walletCurrency }) => walletCurrency],
  wallet_minor: ['int8', ({ walletMinor }) => walletMinor],
  paid_minor: ['int8', ({ paidMinor }) => paidMinor],
  rounding_minor: ['int8', ({ roundingMinor }) => roundingMinor],
})
const insertParts = statement(
  'insert-purchase-wallet-parts',
  {},
  `insert into purchase_wallet_parts (${part.names}) select ${part.names} from ${part.rows}`,
)

/** Returns the time of this transaction, and the usual expiry of its reservations, by the database's clock. */
export async function readReservationTimes(
  tx: Transaction,
): Promise<{ readonly now: Date; readonly expiresAt: Date }> {
  const [row] = await tx.run(reservationEnd)
  if (row === undefined) throw new Error('the database has no clock')
  return { now: row.now, expiresAt: row.expires_at }
}

/** Returns holds by buyer. The caller may change the returned objects. */
export async function findHolds(
  tx: Transaction,
  buyerIds: readonly string[],
): Promise<Map<string, PersonHolds>> {
  const rows = await tx.run(countHolds, [buyerIds])
  const rowsByBuyer = Map.groupBy(rows, ({ buyer_id }) => buyer_id)
  return new Map([...rowsByBuyer].map(([buyerId, batches]) => [buyerId, holdsOf(batches)]))
}

/** Sums a buyer's holds over all batches. */
function holdsOf(batches: readonly RowOf<typeof countHolds>[]): PersonHolds {
  const sum = (count: (row: RowOf<typeof countHolds>) => number) =>
    batches.reduce((total, row) => total + count(row), 0)
  const abandoned = batches.filter((row) => row.abandoned > 0)
  return {
    open: sum((row) => row.open),
    authorising: sum((row) => row.asking),
    abandoned: sum((row) => row.abandoned),
    abandonedWaitSeconds: Math.min(...abandoned.map(({ wait_seconds }) => wait_seconds)),
    openKgByBatch: new Map(batches.map((row) => [row.batch_id, row.open_kg])),
    abandonedBatches: new Set(abandoned.map(({ batch_id }) => batch_id)),
  }
}

/** Number of a buyer's purchases in the last hour, and seconds until the oldest is an hour old. */
export type RecentCount = { readonly count: number; readonly waitSeconds: number }

const recentOf = ({ count, wait_seconds }: RowOf<typeof countStarted>): RecentCount => ({
  count,
  waitSeconds: wait_seconds,
})

/** Counts each buyer's purchases of the last hour: all except rewards, or all with a declined card. */
export async function countRecentPurchases(
  tx: Transaction,
  which: 'started' | 'declined',
  buyerIds: readonly string[],
): Promise<Map<string, RecentCount>> {
  if (buyerIds.length === 0) return new Map()
  const rows = await tx.run(which === 'started' ? countStarted : countDeclined, [buyerIds])
  const noPurchases = { count: 0, waitSeconds: 3_600 }
  return new Map([
    ...buyerIds.map((id) => [id, noPurchases] as const),
    ...rows.map((row) => [row.buyer_id, recentOf(row)] as const),
  ])
}

export function reservationWrites(accepted: readonly AcceptedOrder[]): Write[] {
  const parts = accepted.flatMap(({ order, walletParts }) =>
    walletParts.map((each) => ({ order, ...each })),
  )
  return [...reservation.writes(insertPurchases, accepted), ...part.writes(insertParts, parts)]
}
