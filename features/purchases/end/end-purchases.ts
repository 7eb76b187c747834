// The ends that are not completion: lapsed, given up, failed. What was set aside goes back in the
// same transaction. It must not ask the card provider: who ends a purchase lets its card go
// afterwards.

import { releaseRewards } from '#features/achievements/rewards/redeem-rewards.ts'
import { chargeRefundWrites } from '#features/purchases/card/refund-card.ts'
import { lockHolds } from '#features/purchases/lock-holds.ts'
import { lockPurchases, type PurchaseRow } from '#features/purchases/purchase-queries.ts'
import type { Services } from '#features/purchases/purchase-services.ts'
import {
  type FailureCode,
  type LossMove,
  lapsedStageOf,
  stageOf,
} from '#features/purchases/states/state.ts'
import { lockStock } from '#ledger/locks.ts'
import { postWrites } from '#ledger/post.ts'
import type { Transaction } from '#platform/database/database.ts'
import { inOrder } from '#platform/database/in-order.ts'
import { ending, send, type Write } from '#platform/database/write.ts'
import { failAt } from '#platform/fail-point.ts'
import { releasePostings } from './end-postings.ts'
import { endWrites, lockExpiredPurchases, type PurchaseEnd } from './end-queries.ts'

/** A purchase that ends without completing; made by `lossOf` and `lapseOf` only. */
type Loss = { readonly row: PurchaseRow } & Omit<PurchaseEnd, 'id'>

/** Purchases that one sweep ends at most. */
const sweepMax = 100

/**
 * Releases purchases whose rows the caller has locked and found open. Returns the writes that end them.
 */
export async function prepareEnds(tx: Transaction, losses: readonly Loss[]): Promise<Write[]> {
  if (losses.length === 0) return []
  const rows = losses.map(({ row }) => row)
  const rewarded = rows.flatMap(({ id, reward_id }) => (reward_id === null ? [] : [id]))
  const batchIds = rows.map(({ batch_id }) => batch_id)
  const { holds } = await inOrder({
    rewards: releaseRewards(tx, rewarded),
    stock: lockStock(tx, batchIds),
    holds: lockHolds(tx, rows),
  })
  const refunds = losses.filter(({ to }) => to === 'FAILED REFUNDING')
  return [
    ...postWrites(releasePostings(holds)),
    ...endWrites(losses.map(({ row, to, failureCode }) => ({ id: row.id, to, failureCode }))),
    ...chargeRefundWrites(refunds.map(({ row }) => row)),
  ]
}

/** Ends a purchase that a reward pays for, where it is still under way. */
export async function releaseReservation(tx: Transaction, purchaseId: string): Promise<void> {
  const rows = await lockPurchases(tx, [purchaseId])
  await send(tx, await prepareEnds(tx, rows.filter(({ state }) => state === 'READY').map(lapseOf)))
}

/** The end of a purchase that failed. Throws where the row does not stand where the move begins. */
export function lossOf(row: PurchaseRow, [from, to]: LossMove, failureCode: FailureCode): Loss {
  if (stageOf(row) !== from) throw new Error(`${row.tx_id} is ${stageOf(row)}, not ${from}`)
  return { row, to, failureCode }
}

/** The end of a purchase whose time is over, or that its buyer cancels. */
export const lapseOf = (row: PurchaseRow): Loss => ({
  row,
  to: lapsedStageOf(row),
  failureCode: null,
})

/**
 * Ends what has lapsed, by the database's clock; answers how many. Safe with any number of
 * processes. Cards are let go by the reconciler: a provider that hangs must not keep stock from
 * being released.
 */
export async function expirePurchases({ db }: Services): Promise<number> {
  const count = await db.transaction(async (tx) => {
    const lapsed = await lockExpiredPurchases(tx, sweepMax)
    if (lapsed.length === 0) return 0
    failAt('expire.locked')
    const writes = await prepareEnds(tx, lapsed.map(lapseOf))
    return ending(lapsed.length, writes, 'expire.released')
  })
  if (count > 0) failAt('expire.committed')
  return count
}
