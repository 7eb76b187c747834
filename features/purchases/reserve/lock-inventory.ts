// Locks everything that the orders of a group ask for, in the order of the ledger (docs/ledger.md).
// What is decided under these locks still holds when it is written.
import type { Order } from '#features/purchases/reserve/order.ts'
import { lockClaims } from '#features/rewards/redeem-rewards.ts'
import { lockPassports, lockStock, lockWallets } from '#ledger/locks.ts'
import { lockRewardBudgets } from '#ledger/reward-budget.ts'
import type { Transaction } from '#platform/database/database.ts'

/** `rewardsBudgetMinor` is what all rewards of a currency together may cost. */
export async function lockInventory(
  tx: Transaction,
  orders: readonly Order[],
  rewardsBudgetMinor: number,
) {
  const buyerIds = orders.map(({ buyer }) => buyer.passportId)
  const rewarded = orders.filter(({ rewardId }) => rewardId !== null)
  const [claims, stock, wallets, , rewardBudgets] = await Promise.all([
    lockClaims(
      tx,
      rewarded.flatMap(({ rewardId }) => rewardId ?? []),
    ),
    lockStock(
      tx,
      orders.map(({ batchId }) => batchId),
    ),
    lockWallets(tx, buyerIds),
    lockPassports(tx, buyerIds),
    lockRewardBudgets(
      tx,
      rewarded.map(({ batchId }) => batchId),
      rewardsBudgetMinor,
    ),
  ])
  const stockById = new Map(stock.map((row) => [row.batch_id, row]))
  return { claims, stock: stockById, wallets, rewardBudgets }
}
