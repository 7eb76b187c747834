// Lists purchases for the operator, filtered by state, time and person.
import { sqlPartCard, sqlPartWallets } from '#features/purchases/inspect/check-reversals.ts'
import { reversalStageOf, reversalStates } from '#features/purchases/states/reversal-state.ts'
import {
  listedStates,
  openStates,
  purchaseStates,
  returnedCardStates,
  wireStateOf,
} from '#features/purchases/states/state.ts'
import {
  sqlCards,
  sqlInForce,
  sqlIsPastExpiry,
  sqlReversal,
  sqlState,
  sqlStates,
  sqlTakenBack,
} from '#features/purchases/states/state-sql.ts'
import type { Db } from '#platform/database/database.ts'
import { type Row, statement } from '#platform/database/statement.ts'
import { minorToUnits } from '#values/money/money.ts'

/**
 * The states on the wire, and four more filters. REFUND_FAILED: a refund failed. REINSTATED: a bank
 * returned the amount of a dispute. In both the buyer is owed money. GOODWILL: money was refunded while
 * the holder keeps the kilograms, or twice. FRAUD_WARNING: a card network reported fraud.
 */
export const listedFilters = [
  ...listedStates,
  'REFUND_FAILED',
  'REINSTATED',
  'GOODWILL',
  'FRAUD_WARNING',
] as const
export type ListedFilter = (typeof listedFilters)[number]

/** Maximum number of purchases in a list. */
const listMax = 1_000

/** SQL of the amount of a purchase that the account `goodwill` bears. */
const sqlGoodwill = `case when p.state <> ${sqlState('COMPLETED')} or ${sqlTakenBack()} then coalesce(r.overpaid_minor, 0) else coalesce(r.refunded_minor, 0)
  + coalesce(r.due_minor, 0) + coalesce(r.paid_minor, 0) - coalesce(${sqlPartCard}, 0)
  + case when r.wallet_returned_at is null then 0 else p.wallet_minor - ${sqlPartWallets} end
  end`
/** SQL condition of each filter. `p` is the purchase, and `r` its row of `purchase_reversals` or null. */
export const listedConditions = {
  PENDING: `p.state in ${sqlStates(openStates)} and not (${sqlIsPastExpiry})`,
  COMPLETED: sqlInForce(),
  FAILED: `p.state = ${sqlState('FAILED')}`,
  EXPIRED: `p.state = ${sqlState('EXPIRED')} or ${sqlIsPastExpiry}`,
  // The charge of a failed or expired purchase is refunded too.
  REFUNDED: `${sqlTakenBack()} or p.card_state in ${sqlCards(returnedCardStates)}`,
  // A bank's inquiry does not change the reversal, but has a deadline like a dispute.
  DISPUTED: `p.reversal = ${sqlReversal('disputed')} or exists (select from disputes
         where purchase_id = p.id and outcome = 'open')`,
  REFUND_FAILED: `p.reversal = ${sqlReversal('refund_failed')} or coalesce(r.is_part_failed, false)`,
  REINSTATED: `p.reversal = ${sqlReversal('reinstated')}`,
  GOODWILL: `${sqlGoodwill} > 0`,
  FRAUD_WARNING: 'exists (select from fraud_warnings where purchase_id = p.id)',
} as const satisfies Record<ListedFilter, string>
const cases = Object.entries(listedConditions)
  .map(([filter, condition]) => `when '${filter}' then ${condition}`)
  .join('\n       ')
/** Returns SQL of the condition of a filter, which is SQL of its name; true for null. */
export const sqlListedCase = (filter: string) => `case ${filter}::text ${cases} else true end`

/** The columns of a listed purchase, their SQL, and the tables next to `purchases p` that they need. */
export const listedColumns = {
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
} as const
export const listedSelect = `p.tx_id, p.created_at, p.quantity_kg, p.total_minor, p.currency, p.state,
     ${sqlIsPastExpiry} as is_over, p.reversal, p.keeps_kilograms, (${sqlGoodwill})::int8 as goodwill_minor,
     coalesce(r.due_minor, 0) as due_minor,
     d.status as dispute_status, d.outcome as dispute_outcome, d.due_at as dispute_due_at,
     w.warned_at as fraud_warned_at`
export const listedJoins = `left join purchase_reversals r on r.purchase_id = p.id
     left join lateral (select status, outcome, due_at from disputes where purchase_id = p.id
       order by outcome = 'open' desc, opened_at desc, id desc limit 1) d on true
     left join lateral (select max(warned_at) as warned_at from fraud_warnings
       where purchase_id = p.id) w on true`
const list = statement(
  'list-purchases',
  listedColumns,
  `select ${listedSelect}
   from purchases p ${listedJoins}
   where ($2::timestamptz is null or p.created_at >= $2)
     and ($4::uuid is null or p.buyer_id = $4 or p.recipient_id = $4)
     and ${sqlListedCase('$1')}
   order by p.id desc limit $3`,
)

export type PurchaseFilter = {
  readonly state: ListedFilter | null
  readonly since: Date | null
  /** Passport of the buyer or the receiver. */
  readonly personId: string | null
}

/**
 * Returns at most 1,000 purchases, newest first. A filter of null applies no restriction. Amounts are in
 * units of `currency`.
 */
export async function listPurchases(db: Db, { state, since, personId }: PurchaseFilter) {
  const rows = await db.run(list, [state, since, listMax, personId])
  return rows.map(listedOnWire)
}

/** Converts a row. Amounts are in units of `currency`. */
export function listedOnWire(row: Row<typeof listedColumns>) {
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
      row.dispute_status === null || row.dispute_outcome === null
        ? null
        : {
            status: row.dispute_status,
            outcome: row.dispute_outcome,
            due_at: row.dispute_due_at?.toISOString() ?? null,
          },
    fraud_warned_at: row.fraud_warned_at?.toISOString() ?? null,
  }
}
