// Ends purchases that expire, are cancelled or fail. One transaction releases their holds. It does not call
// the card provider; the card is voided or refunded afterwards.
import { releaseRewards } from '#features/achievements/rewards/redeem-rewards.ts'
import { chargeRefundWrites } from '#features/purchases/card/refund-card.ts'
import { type Hold, lockHolds } from '#features/purchases/lock-holds.ts'
import { lockPurchases, type PurchaseRow } from '#features/purchases/purchase-queries.ts'
import type { Services } from '#features/purchases/purchase-services.ts'
import { reservePostings } from '#features/purchases/reserve/reserve-postings.ts'
import {
  expiredStageOf,
  type FailureCode,
  type LossMove,
  stageOf,
} from '#features/purchases/states/state.ts'
import { lockStock } from '#ledger/locks.ts'
import { postWrites } from '#ledger/post.ts'
import { opposite, type Postings } from '#ledger/postings.ts'
import type { Transaction } from '#platform/database/database.ts'
import { inOrder } from '#platform/database/in-order.ts'
import { ending, send, type Write } from '#platform/database/write.ts'
import {
  endWrites,
  lockExpiredPurchases,
  lockPurchasesWithoutReward,
  type PurchaseEnd,
} from './end-queries.ts'

/** The end of a purchase that does not complete, created by `lossOf` or `expiryOf`. */
type Loss = { readonly row: PurchaseRow } & Omit<PurchaseEnd, 'id'>

/** Maximum number of purchases that one sweep ends. */
const sweepMax = 100

/**
 * Locks rewards, stock and wallets. Returns the writes that end purchases, release their holds and record
 * captured charges as owed. The caller has locked the purchases, which are open.
 */
export async function prepareEnds(tx: Transaction, losses: readonly Loss[]): Promise<Write[]> {
  if (losses.length === 0) return []
  const rows = losses.map(({ row }) => row)
  const rewardPurchaseIds = rows.flatMap(({ id, reward_id }) => (reward_id === null ? [] : [id]))
  const batchIds = rows.map(({ batch_id }) => batch_id)
  const { holds } = await inOrder({
    rewards: releaseRewards(tx, rewardPurchaseIds),
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

/** Locks and ends a purchase that a reward pays for. Does nothing if the purchase is not open any more. */
export async function releaseReservation(tx: Transaction, purchaseId: string): Promise<void> {
  const rows = await lockPurchases(tx, [purchaseId])
  await send(tx, await prepareEnds(tx, rows.filter(({ state }) => state === 'READY').map(expiryOf)))
}

/** Returns the end of a failed purchase. Throws if the purchase is not in the stage `from`. */
export function lossOf(row: PurchaseRow, [from, to]: LossMove, failureCode: FailureCode): Loss {
  if (stageOf(row) !== from) throw new Error(`${row.tx_id} is ${stageOf(row)}, not ${from}`)
  return { row, to, failureCode }
}

/** Returns the end of a purchase that expired or was cancelled. */
export const expiryOf = (row: PurchaseRow): Loss => ({
  row,
  to: expiredStageOf(row),
  failureCode: null,
})

/**
 * Ends expired purchases, and those that lost their reward, and returns their number. The database's clock decides. Processes may run it
 * concurrently. The reconciler voids the cards later, so that a slow provider does not delay the release
 * of stock.
 */
export function expirePurchases({ db }: Services): Promise<number> {
  return db.transaction(async (tx) => {
    const { expired, unrewarded } = await inOrder({
      expired: lockExpiredPurchases(tx, sweepMax),
      unrewarded: lockPurchasesWithoutReward(tx, sweepMax),
    })
    const rows = [...expired, ...unrewarded]
    if (rows.length === 0) return 0
    return ending(rows.length, await prepareEnds(tx, rows.map(expiryOf)))
  })
}

/**
 * Computes the postings that release the holds of purchases which end without completing.
 * card/card-postings.ts computes the postings of owed charges.
 */
export function releasePostings(holds: readonly Hold[]): Postings {
  return opposite(reservePostings(holds))
}
