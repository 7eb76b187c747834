// Declares the SQL of gifts that wait for their day of delivery. `at` is the time of a simulated day, or null for the
// database's time.
import { sqlInForce, sqlState } from '#features/purchases/states/state-sql.ts'
import type { Transaction } from '#platform/database/database.ts'
import { type RowOf, statement } from '#platform/database/statement.ts'
import { unnestRows } from '#platform/database/unnest-rows.ts'
import type { Write } from '#platform/database/write.ts'

/** SQL condition of a gift `p` that waits for its day. Its words are those of the index `purchases_to_deliver`. */
const sqlWaitsForDay = `p.deliver_on is not null and p.delivered_at is null and p.state = ${sqlState('COMPLETED')}`

/** Finds due gifts without locking them. */
export const findDueGifts = statement(
  'find-gifts-to-deliver',
  { id: 'uuid', recipient_phone: 'text' },
  `select p.id, p.recipient_phone from purchases p
   where ${sqlWaitsForDay} and p.deliver_at <= coalesce($1, now()) and p.recipient_phone is not null
     and ${sqlInForce()}
   order by p.deliver_at limit $2`,
).rows<[at: Date | null, limit: number]>()

const lockDue = statement(
  'lock-gifts-to-deliver',
  {
    id: 'uuid',
    recipient_phone: 'text',
    quantity_kg: 'int4',
    is_reward: 'bool',
    deliver_on: 'date',
    now: 'timestamptz',
  },
  `select p.id, p.recipient_phone, p.quantity_kg - p.refunded_kg as quantity_kg, p.is_reward, p.deliver_on,
     coalesce($2, now())::timestamptz as now
   from purchases p
   where p.id = any($1::uuid[]) and ${sqlWaitsForDay} and p.deliver_at <= coalesce($2, now())
     and p.recipient_phone is not null and ${sqlInForce()}
   order by p.id for update of p`,
)
/** Locks gifts that are still due. The caller has locked their phone numbers. */
export const lockDueGifts = lockDue.rows<[ids: readonly string[], at: Date | null], Transaction>()

export type DueGift = RowOf<typeof lockDue>

const writeDelivered = statement(
  'write-delivered-gifts',
  {},
  'update purchases set delivered_at = $2 where id = any($1::uuid[])',
)

export function deliveredWrites(ids: readonly string[], now: Date): Write[] {
  return ids.length === 0 ? [] : [{ statement: writeDelivered, values: [ids, now] }]
}

type Postponed = { readonly id: string; readonly opening: Date }
const postponed = unnestRows<Postponed>({
  id: ['uuid', ({ id }) => id],
  deliver_at: ['timestamptz', ({ opening }) => opening],
})
const writePostponed = statement(
  'postpone-gifts',
  {},
  `update purchases p set deliver_at = given.deliver_at
   from ${postponed.rows} where p.id = given.id`,
)

export function postponedWrites(gifts: readonly Postponed[]): Write[] {
  return postponed.writes(writePostponed, gifts)
}

/** Holds back the gifts of a blocked giver that wait for their day. */
export const holdGiftsOf = statement(
  'hold-gifts-of-giver',
  {},
  `update purchases p set deliver_at = 'infinity'
   where p.buyer_id = $1 and p.deliver_on is not null and p.delivered_at is null`,
).effect<[passportId: string], Transaction>()

/** Lets the held gifts of a giver arrive: on their day, or in the next hours of messages if it is over. */
export const releaseGiftsOf = statement(
  'release-gifts-of-giver',
  {},
  `update purchases p set deliver_at = now()
   where p.buyer_id = $1 and p.deliver_on is not null and p.delivered_at is null
     and p.deliver_at = 'infinity'`,
).effect<[passportId: string], Transaction>()
