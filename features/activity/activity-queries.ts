// Declares the SQL that reads a passport's activity: the purchases that it made, and those whose kilograms it
// holds.
import { sqlScene, sqlShownName } from '#features/catalogue/show-projects.ts'
import { reversalStates } from '#features/purchases/states/reversal-state.ts'
import { openStates, purchaseStates } from '#features/purchases/states/state.ts'
import {
  sqlFailure,
  sqlHasArrived,
  sqlInForce,
  sqlIsPastExpiry,
  sqlState,
  sqlStates,
} from '#features/purchases/states/state-sql.ts'
import { sqlRetiredPlaces, sqlSegments } from '#features/retirements/retired-sql.ts'
import type { Db } from '#platform/database/database.ts'
import { type RowOf, sqlLastUuid, statement } from '#platform/database/statement.ts'
import { unnestRows } from '#platform/database/unnest-rows.ts'

const activityColumns = {
  id: 'uuid',
  tx_id: 'text',
  created_at: 'timestamptz',
  buyer_id: 'uuid',
  price_micros: 'int8',
  batch_currency: 'bpchar',
  currency: 'bpchar',
  total_minor: 'int8',
  wallet_minor: 'int8',
  card_minor: 'int8',
  state: purchaseStates,
  reversal: reversalStates,
  keeps_kilograms: 'bool',
  is_refund_pending: 'bool',
  is_over: 'bool',
  expires_at: 'timestamptz',
  quantity_kg: 'int4',
  refunded_kg: 'int4',
  is_part_failed: 'bool',
  part_due_minor: 'int8',
  first_place: 'int8?',
  project_id: 'uuid',
  project_name: 'text',
  project_shown_name: 'text',
  project_scene: 'text',
  project_country: 'bpchar',
  project_type: 'text[]',
  serial_number: 'text',
  is_gift: 'bool',
  is_reward: 'bool',
  recipient_phone: 'text?',
  recipient_name: 'text?',
  is_cancelled: 'bool',
  note: 'text?',
  from_name: 'text?',
  buyer_nickname: 'text?',
  buyer_first_name: 'text?',
  buyer_phone: 'text?',
  received_at: 'timestamptz?',
  deliver_on: 'date?',
  is_thanked: 'bool',
  opened_at: 'timestamptz?',
  has_credit_note: 'bool',
  retired: 'text?',
  segments: 'json?',
} as const

/**
 * SQL condition: the buyer cancelled the reservation, so that it ended before its expiry. Reservations of
 * rewards are excluded, because the expiry of a claim may also end them early.
 */
const isCancelledByBuyer = `(p.state = ${sqlState('EXPIRED')} and not p.is_reward
    and coalesce(p.abandoned_at < p.expires_at, true))`

/** Returns purchases, newest first. With `beforeId` it returns only those older than that purchase. */
export const findActivity = statement(
  'activity-of-passport',
  activityColumns,
  `with mine as (
     (select id from purchases where buyer_id = $1 and id < coalesce($2::uuid, ${sqlLastUuid})
      order by id desc limit $3)
     union
     (select id from purchases where holder_id = $1 and id < coalesce($2::uuid, ${sqlLastUuid})
      order by id desc limit $3)
   )
   select p.id, p.tx_id, p.created_at, p.buyer_id, p.price_micros, p.batch_currency, p.currency,
     p.total_minor, p.wallet_minor, p.card_minor, p.state,
     p.reversal, p.keeps_kilograms, r.pending_since is not null as is_refund_pending,
     ${sqlIsPastExpiry} as is_over, p.expires_at,
     p.quantity_kg, p.refunded_kg, coalesce(r.is_part_failed, false) as is_part_failed,
     coalesce(r.due_minor, 0) as part_due_minor, p.first_place, p.project_id, project.name as project_name,
     ${sqlShownName('project')} as project_shown_name, ${sqlScene('project')} as project_scene,
     project.country as project_country, project.project_type, batch.serial_number,
     p.is_gift, p.is_reward, p.recipient_phone, p.recipient_name,
     ${isCancelledByBuyer} as is_cancelled, p.note, p.from_name, buyer.nickname as buyer_nickname,
     buyer.first_name as buyer_first_name, buyer.phone as buyer_phone,
     p.received_at, case when not ${sqlHasArrived()} then p.deliver_on end as deliver_on, p.thanked_at is not null as is_thanked,
     p.opened_at, exists (select from tax_documents d
       where d.purchase_id = p.id and d.kind = 'credit_note') as has_credit_note,
     ${sqlRetiredPlaces('p')} as retired,
     ${sqlSegments('p')} as segments
   from mine join purchases p on p.id = mine.id
   join projects project on project.id = p.project_id
   join batches batch on batch.id = p.batch_id
   join passports buyer on buyer.id = p.buyer_id
   left join purchase_reversals r on r.purchase_id = p.id
   where p.failure_code is distinct from ${sqlFailure('card_details_required')}
     and not (p.is_planned and p.state in ${sqlStates(openStates)})
   order by p.id desc limit $3`,
).rows<[passportId: string, beforeId: string | null, limit: number]>()

type MonthSpan = { readonly from: Date; readonly to: Date }
const month = unnestRows<MonthSpan>({
  month_from: ['timestamptz', ({ from }) => from],
  month_to: ['timestamptz', ({ to }) => to],
})
const sumMonths = statement(
  'month-sums-of-passport',
  { month_from: 'timestamptz', kept_kg: 'int8', given_kg: 'int8' },
  `select given.month_from, coalesce(sum(p.kg) filter (where p.holder_id = $3), 0)::bigint as kept_kg,
     coalesce(sum(p.kg) filter (where p.holder_id is distinct from $3), 0)::bigint as given_kg
   from ${month.rows}
   join (
     select quantity_kg - refunded_kg as kg, holder_id, created_at from purchases
     where buyer_id = $3 and ${sqlInForce('purchases')}
     union all
     select quantity_kg - refunded_kg as kg, holder_id, created_at from purchases
     where holder_id = $3 and buyer_id <> $3 and ${sqlInForce('purchases')}
   ) p on p.created_at >= given.month_from and p.created_at < given.month_to
   group by given.month_from`,
)

/** Returns the kilograms of a completed purchase, or null if the passport neither bought nor holds them. */
export const findTokenRange = statement(
  'tokens-of-purchase',
  {
    serial_number: 'text',
    first_place: 'int8',
    quantity_kg: 'int4',
    retired: 'text?',
    segments: 'json?',
  },
  `select b.serial_number, p.first_place, p.quantity_kg - p.refunded_kg as quantity_kg, ${sqlRetiredPlaces('p')} as retired,
     ${sqlSegments('p')} as segments
   from purchases p join batches b on b.id = p.batch_id
   where p.tx_id = $1 and (p.buyer_id = $2 or p.holder_id = $2)
     and p.state = ${sqlState('COMPLETED')}`,
).row<[txId: string, passportId: string]>()

export type ActivityRow = RowOf<typeof findActivity>

/**
 * Returns, by the month of the purchase, the kilograms that the passport holds (`kept_kg`) and those that it
 * bought for others (`given_kg`). Months without purchases are omitted.
 */
export function findMonthSums(db: Db, passportId: string, months: readonly MonthSpan[]) {
  return db.run(sumMonths, [...month.values(months), passportId])
}
