// Locks and reads the rows on which a group of orders depends, in the ledger's order (docs/ledger.md):
// claims on rewards, stock with its offer and price, wallets, passports and reward budgets.

import { lockClaims } from '#features/achievements/rewards/redeem-rewards.ts'
import { lockPassports } from '#features/people/lock-people.ts'
import type { Order } from '#features/purchases/reserve/order.ts'
import { lockWallets } from '#ledger/locks.ts'
import { lockRewardBudgets } from '#ledger/open-accounts.ts'
import type { Transaction } from '#platform/database/database.ts'
import { inOrder } from '#platform/database/in-order.ts'
import { type RowOf, statement } from '#platform/database/statement.ts'

/** Locks the stock and reads price and offer of its batch in one statement. */
const lockOfferedStock = statement(
  'lock-offered-stock',
  {
    batch_id: 'uuid',
    project_id: 'uuid',
    price_micros: 'int8',
    currency: 'bpchar',
    available_kg: 'int8',
    is_offered: 'bool',
  },
  `select s.batch_id, b.project_id, b.price_micros, b.currency, s.available_kg,
     b.offer = 'offered' and p.unlisted_status is null as is_offered
   from batch_stock s join batches b on b.id = s.batch_id join projects p on p.id = b.project_id
   where s.batch_id = any($1::uuid[]) order by s.batch_id for update of s`,
)

export type Stock = RowOf<typeof lockOfferedStock>

/**
 * Locks and returns the inventory, and the buyers whose passport was erased since their session was checked.
 * `rewardsBudgetMinor` is the maximum total cost of all rewards in each
 * currency, in minor units.
 */
export async function lockInventory(
  tx: Transaction,
  orders: readonly Order[],
  rewardsBudgetMinor: number,
) {
  const buyerIds = orders.map(({ buyer }) => buyer.passportId)
  const rewardOrders = orders.filter(({ rewardId }) => rewardId !== null)
  const { claims, stock, wallets, erasedBuyers } = await inOrder({
    claims: lockClaims(
      tx,
      rewardOrders.flatMap(({ rewardId }) => rewardId ?? []),
    ),
    stock: tx.run(lockOfferedStock, [[...new Set(orders.map(({ batchId }) => batchId))]]),
    wallets: lockWallets(tx, buyerIds),
    erasedBuyers: lockPassports(tx, buyerIds),
  })
  const stockById = new Map(stock.map((row) => [row.batch_id, row]))
  // The currencies of rewards are known only from the locked stock, so this needs another statement.
  // Without rewards, `lockRewardBudgets` sends none.
  const rewardBudgets = await lockRewardBudgets(
    tx,
    rewardOrders.flatMap(({ batchId }) => stockById.get(batchId)?.currency ?? []),
    rewardsBudgetMinor,
  )
  return { claims, stock: stockById, wallets, rewardBudgets, erasedBuyers }
}
