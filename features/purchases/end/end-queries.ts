// Declares the SQL that ends purchases without completion. The caller has locked the open rows.
import { purchaseColumns, purchaseSelect } from '#features/purchases/purchase-queries.ts'
import type { FailureCode, LossStage } from '#features/purchases/states/state.ts'
import {
  sqlCard,
  sqlIsPastExpiry,
  sqlReversalOfEnd,
  sqlState,
  statesOf,
} from '#features/purchases/states/state-sql.ts'
import type { Transaction } from '#platform/database/database.ts'
import { statement } from '#platform/database/statement.ts'
import { unnestRows } from '#platform/database/unnest-rows.ts'
import type { Write } from '#platform/database/write.ts'

export type PurchaseEnd = {
  readonly id: string
  readonly to: LossStage
  readonly failureCode: FailureCode | null
}

/** Locks and returns expired purchases. Skips rows that another transaction has locked. */
export const lockExpiredPurchases = statement(
  'lock-expired-purchases',
  purchaseColumns,
  `select ${purchaseSelect} from purchases p
   where ${sqlIsPastExpiry}
   order by p.id limit $1 for update of p skip locked`,
).rows<[limit: number], Transaction>()

/**
 * Locks and returns open purchases that lost their reward, because a refund took it away. Skips rows that another
 * transaction has locked.
 */
export const lockPurchasesWithoutReward = statement(
  'lock-purchases-without-reward',
  purchaseColumns,
  `select ${purchaseSelect} from rewards r join purchases p on p.id = r.purchase_id
   where r.lapsed_at is not null and r.redeemed_at is null and r.purchase_id is not null
     and p.state = ${sqlState('READY')}
     and p.expires_at > now()
   order by p.id limit $1 for update of p skip locked`,
).rows<[limit: number], Transaction>()

const end = unnestRows<PurchaseEnd>({
  id: ['uuid', ({ id }) => id],
  state: ['text', ({ to }) => statesOf(to)[0] ?? null],
  card_state: ['text', ({ to }) => statesOf(to)[1] ?? null],
  failure_code: ['text', ({ failureCode }) => failureCode],
})
/**
 * Maximum age in seconds of a hold that does not count as abandoned when it ends, because it hardly kept
 * stock from other buyers. An expired hold always counts as abandoned.
 */
const briefHoldSeconds = 30
/** The trigger `purchases_lost_gift_names_nobody` erases the receiver's name and number of an ended gift. */
const endPurchases = statement(
  'end-purchases',
  {},
  `update purchases p set state = given.state, card_state = given.card_state,
     failure_code = given.failure_code, reversal = ${sqlReversalOfEnd('given.card_state')},
     card_checked_at = now(),
     abandoned_at = case when not p.is_reward
       and (given.state = ${sqlState('EXPIRED')} or p.card_state = ${sqlCard('ACTION')})
       and (p.expires_at <= now()
         or p.created_at < now() - make_interval(secs => ${briefHoldSeconds})) then now() end
   from ${end.rows}
   where p.id = given.id`,
)

export function endWrites(ends: readonly PurchaseEnd[]): Write[] {
  return end.writes(endPurchases, ends)
}
