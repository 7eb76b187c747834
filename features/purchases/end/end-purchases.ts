// The ends that are not completion: cancelled, expired, failed. What was set aside goes back in the
// same transaction; a card authorisation is let go after it.

import { type PurchaseEnd, writeEnds } from '#features/purchases/card/queries.ts'
import { refundOf } from '#features/purchases/card/refund-card.ts'
import { voidCard } from '#features/purchases/card/settle-card.ts'
import { lockHolds } from '#features/purchases/lock-holds.ts'
import {
  lockExpiredPurchases,
  lockOwnPurchases,
  lockPurchases,
  type PurchaseRow,
} from '#features/purchases/queries.ts'
import { releaseRewards } from '#features/rewards/redeem-rewards.ts'
import { lockStock } from '#ledger/locks.ts'
import { oweRefunds } from '#ledger/refund.ts'
import { release } from '#ledger/release.ts'
import type { Db } from '#server/database.ts'
import { failAt } from '#server/fail-point.ts'
import { findKeys, type ScopedKey, storeAnswers } from '#server/idempotency.ts'
import { type Nonce, recordNonces } from '#server/request-signature.ts'
import type { Services } from '#server/services.ts'
import { isProblem, type Problem, problem } from '#values/problem.ts'

type Ending = { readonly row: PurchaseRow } & Omit<PurchaseEnd, 'id'>

/** Purchases that one sweep ends at most. */
const sweepMax = 100

/** Releases and ends purchases whose rows the caller has locked and found open. */
export async function endTogether(tx: Db, endings: readonly Ending[]): Promise<void> {
  if (endings.length === 0) return
  const rows = endings.map(({ row }) => row)
  const rewarded = rows.flatMap(({ id, reward_id }) => (reward_id === null ? [] : [id]))
  const batchIds = rows.map(({ batch_id }) => batch_id)
  const [, , holds] = await Promise.all([
    releaseRewards(tx, rewarded),
    lockStock(tx, batchIds),
    lockHolds(tx, rows),
  ])
  const refunds = endings.filter(({ cardState }) => cardState === 'REFUNDING')
  await Promise.all([
    release(tx, holds),
    oweRefunds(
      tx,
      refunds.map(({ row }) => refundOf(row)),
    ),
    writeEnds(
      tx,
      endings.map(({ row, state, cardState, failureCode }) => ({
        id: row.id,
        state,
        cardState,
        failureCode,
      })),
    ),
  ])
}

/** Ends a purchase that a reward pays for, where it is still under way. */
export async function releaseReservation(tx: Db, purchaseId: string): Promise<void> {
  const rows = await lockPurchases(tx, [purchaseId])
  await endTogether(tx, rows.filter(({ state }) => state === 'READY').map(expiryOf))
}

/** The card's state once its purchase has ended without completing: what is set aside is let go. */
function cardStateAfterEnd({ card_state }: PurchaseRow): string {
  return ['AUTHORISING', 'ACTION', 'AUTHORISED'].includes(card_state) ? 'VOIDING' : card_state
}

const expiryOf = (row: PurchaseRow): Ending => ({
  row,
  state: 'EXPIRED',
  cardState: cardStateAfterEnd(row),
  failureCode: null,
})

type CancelProblem =
  | 'key_reused'
  | 'replayed'
  | 'purchase_not_found'
  | 'purchase_completed'
  | 'purchase_failed'

/**
 * cancelPin: releases a pending purchase. Again is the same. Problems: `replayed`, `key_reused`,
 * `purchase_not_found`, `purchase_completed` (completing too), `purchase_failed`.
 */
export async function cancelPurchase(
  services: Services,
  buyerId: string,
  txId: string,
  nonce: Nonce,
  key: ScopedKey | null,
): Promise<PurchaseRow | Problem<CancelProblem>> {
  const cancelled = await services.db.transaction(
    async (tx): Promise<PurchaseRow | Problem<CancelProblem>> => {
      const fresh = await recordNonces(tx, [nonce])
      if (fresh.size === 0) return problem('replayed')
      const [claim] = await findKeys(tx, key === null ? [] : [key])
      if (claim?.claim === 'other_body') return problem('key_reused')
      const [row] = await lockOwnPurchases(tx, [{ txId, buyerId }])
      if (row === undefined) return problem('purchase_not_found')
      if (row.state === 'COMPLETED' || row.state === 'COMPLETING') {
        return problem('purchase_completed', {
          fields: { status: row.state === 'COMPLETED' ? 'COMPLETED' : 'PENDING' },
        })
      }
      if (row.state === 'FAILED')
        return problem('purchase_failed', { fields: { status: 'FAILED' } })
      if (row.state !== 'EXPIRED') await endTogether(tx, [expiryOf(row)])
      failAt('cancel.released')
      const answer = { status: 200, body: { status: 'EXPIRED' } }
      if (key !== null) await storeAnswers(tx, [{ key, answer }])
      return row
    },
  )
  if (!isProblem(cancelled) && cardStateAfterEnd(cancelled) === 'VOIDING') {
    failAt('cancel.committed')
    // Its outcome is the reconciler's as well: the person does not wait for the provider.
    void voidCard(services, cancelled)
  }
  return cancelled
}

/**
 * Ends what has lapsed, by the database's clock; answers how many. Safe with any number of processes.
 * Cards are let go by the reconciler: a provider that hangs must not keep stock from being released.
 */
export async function expirePurchases({ db }: Services): Promise<number> {
  const count = await db.transaction(async (tx) => {
    const lapsed = await lockExpiredPurchases(tx, sweepMax)
    if (lapsed.length > 0) failAt('expire.locked')
    await endTogether(tx, lapsed.map(expiryOf))
    if (lapsed.length > 0) failAt('expire.released')
    return lapsed.length
  })
  if (count > 0) failAt('expire.committed')
  return count
}
