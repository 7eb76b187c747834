// Lists purchases for the operator, by their state on the wire and their time. Reads only.
import { reversalStageOf, reversalStates } from '#features/purchases/states/reversal-state.ts'
import {
  lapsingStates,
  listedStates,
  openStates,
  purchaseStates,
  returnedCardStates,
  wireStateOf,
} from '#features/purchases/states/state.ts'
import {
  sqlCards,
  sqlReversal,
  sqlStands,
  sqlState,
  sqlStates,
  sqlTakenBack,
} from '#features/purchases/states/state-sql.ts'
import type { Db } from '#platform/database/database.ts'
import { statement } from '#platform/database/statement.ts'
import { minorToUnits } from '#values/money/money.ts'

/**
 * GOODWILL: a purchase that stays although money was refunded, such as a partial refund at the
 * provider, or a double payment. FRAUD_WARNING: a card network reported fraud. REFUND_FAILED and
 * REINSTATED: a refund failed, or a bank returned the amount of a dispute; both owe the buyer
 * money.
 */
export const listedFilters = [
  ...listedStates,
  'REFUND_FAILED',
  'REINSTATED',
  'GOODWILL',
  'FRAUD_WARNING',
] as const
export type ListedFilter = (typeof listedFilters)[number]

/** Most lines in a report to the operator. */
const reportMax = 1_000

const isOver = `p.state in ${sqlStates(lapsingStates)} and p.expires_at <= now()`
const goodwill = `case when p.state <> ${sqlState('COMPLETED')} or ${sqlTakenBack()} then coalesce(r.overpaid_minor, 0) else coalesce(r.refunded_minor, 0)
  + coalesce(r.due_minor, 0) + coalesce(r.paid_minor, 0) + case when r.wallet_returned_at is null then 0 else p.wallet_minor end
  end`
/** The condition of each filter. */
const conditions = {
  PENDING: `p.state in ${sqlStates(openStates)} and not (${isOver})`,
  COMPLETED: sqlStands(),
  FAILED: `p.state = ${sqlState('FAILED')}`,
  EXPIRED: `p.state = ${sqlState('EXPIRED')} or ${isOver}`,
  // The charge of a failed or expired purchase is refunded too.
  REFUNDED: `${sqlTakenBack()} or p.card_state in ${sqlCards(returnedCardStates)}`,
  // An inquiry of the bank changes no state, but has a deadline too.
  DISPUTED: `p.reversal = ${sqlReversal('disputed')} or exists (select from disputes
         where purchase_id = p.id and outcome = 'open')`,
  REFUND_FAILED: `p.reversal = ${sqlReversal('refund_failed')}`,
  REINSTATED: `p.reversal = ${sqlReversal('reinstated')}`,
  GOODWILL: `${goodwill} > 0`,
  FRAUD_WARNING: 'exists (select from fraud_warnings where purchase_id = p.id)',
} as const satisfies Record<ListedFilter, string>
const cases = Object.entries(conditions)
  .map(([filter, condition]) => `when '${filter}' then ${condition}`)
  .join('\n       ')
const list = statement(
  'list-purchases',
  {
    tx_id: 'text',
    created_at: 'timestamptz',
    quantity_kg: 'int4',
    total_minor: 'int8',
    currency: 'bpchar',
    state: purchaseStates,
    is_over: 'bool',
    reversal: reversalStates,
    keeps_kilograms: 'bool',
    goodwill_minor: 'int8',
    due_minor: 'int8',
    dispute_status: 'text?',
    dispute_outcome: 'text?',
    dispute_due_at: 'timestamptz?',
    fraud_warned_at: 'timestamptz?',
  },
  `select p.tx_id, p.created_at, p.quantity_kg, p.total_minor, p.currency, p.state,
     ${isOver} as is_over, p.reversal, p.keeps_kilograms, (${goodwill})::int8 as goodwill_minor,
     coalesce(r.due_minor, 0) as due_minor,
     d.status as dispute_status, d.outcome as dispute_outcome, d.due_at as dispute_due_at,
     w.warned_at as fraud_warned_at
   from purchases p left join purchase_reversals r on r.purchase_id = p.id
     left join lateral (select status, outcome, due_at from disputes where purchase_id = p.id
       order by outcome = 'open' desc, opened_at desc, id desc limit 1) d on true
     left join lateral (select max(warned_at) as warned_at from fraud_warnings
       where purchase_id = p.id) w on true
   where ($2::timestamptz is null or p.created_at >= $2)
     and ($4::uuid is null or p.buyer_id = $4 or p.recipient_id = $4)
     and case $1::text ${cases} else true end
   order by p.id desc limit $3`,
)

export type PurchaseFilter = {
  readonly state: ListedFilter | null
  readonly since: Date | null
  /** Passport of the buyer or the receiver. */
  readonly personId: string | null
}

/**
 * Returns purchases newest first, at most 1,000; null omits a filter. Amounts are in units of
 * `currency`.
 */
export async function listPurchases(db: Db, { state, since, personId }: PurchaseFilter) {
  const rows = await db.run(list, [state, since, reportMax, personId])
  return rows.map((row) => {
    const reversal = reversalStageOf(row)
    return {
      tx_id: row.tx_id,
      created_at: row.created_at.toISOString(),
      quantity_kg: row.quantity_kg,
      total: minorToUnits(row.total_minor),
      currency: row.currency,
      status: reversal === 'disputed' ? 'DISPUTED' : wireStateOf(row.state, row.is_over, reversal),
      reversal,
      goodwill: minorToUnits(row.goodwill_minor),
      owed: minorToUnits(row.due_minor),
      dispute:
        row.dispute_status === null
          ? null
          : {
              status: row.dispute_status,
              outcome: row.dispute_outcome,
              due_at: row.dispute_due_at?.toISOString() ?? null,
            },
      fraud_warned_at: row.fraud_warned_at?.toISOString() ?? null,
    }
  })
}
