// First phase of a purchase: stock and wallet money are set aside. The caller has taken the locks
// and decided that all of it is there; the database's floors refuse the rest.
import { kgAccounts, moneyAccounts } from '#ledger/accounts.ts'
import { type Hold, moveHeldMoney, moveHeldStock } from '#ledger/holds.ts'
import { postKg, postMoney } from '#ledger/postings.ts'
import { moveRewardBudgets, rewardMoneyOf } from '#ledger/reward-budget.ts'
import type { Transaction } from '#platform/database/database.ts'

/** Throws (check constraints) where a balance would fall under its floor. */
export async function reserve(tx: Transaction, holds: readonly Hold[]): Promise<void> {
  await Promise.all([
    moveHeldStock(tx, holds, -1),
    moveHeldMoney(tx, holds, { balance: -1, held: 1 }),
    moveRewardBudgets(tx, holds, -1),
    postKg(
      tx,
      holds.map(({ purchaseId, batchId, quantityKg }) => ({
        purchaseId,
        batchId,
        source: kgAccounts.available,
        destination: kgAccounts.held,
        quantityKg,
      })),
    ),
    postMoney(
      tx,
      holds.flatMap((hold) => {
        const { purchaseId, buyerId, walletParts } = hold
        const held = moneyAccounts.held(purchaseId)
        const fromWallets = walletParts.map((part) => ({
          purchaseId,
          currency: part.walletCurrency,
          source: moneyAccounts.wallet(buyerId, part.programmeId),
          destination: held,
          amountMinor: part.walletMinor,
        }))
        return [...fromWallets, ...rewardMoneyOf(hold, moneyAccounts.rewards, held)]
      }),
    ),
  ])
}
