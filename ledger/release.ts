// The other end of a purchase that does not complete: everything set aside goes back where it came
// from, by opposite postings.
import { kgAccounts, moneyAccounts } from '#ledger/accounts.ts'
import { type Hold, moveHeldMoney, moveHeldStock } from '#ledger/holds.ts'
import { postKg, postMoney } from '#ledger/postings.ts'
import { moveRewardBudgets, rewardMoneyOf } from '#ledger/reward-budget.ts'
import type { Transaction } from '#platform/database/database.ts'

/** The caller holds the locks of the batches and wallets and ends the purchases itself. */
export async function release(tx: Transaction, holds: readonly Hold[]): Promise<void> {
  await Promise.all([
    moveHeldStock(tx, holds, 1),
    moveHeldMoney(tx, holds, { balance: 1, held: -1 }),
    moveRewardBudgets(tx, holds, 1),
    postKg(
      tx,
      holds.map(({ purchaseId, batchId, quantityKg }) => ({
        purchaseId,
        batchId,
        source: kgAccounts.held,
        destination: kgAccounts.available,
        quantityKg,
      })),
    ),
    postMoney(
      tx,
      holds.flatMap((hold) => {
        const { purchaseId, buyerId, walletParts } = hold
        const held = moneyAccounts.held(purchaseId)
        const toWallets = walletParts.map((part) => ({
          purchaseId,
          currency: part.walletCurrency,
          source: held,
          destination: moneyAccounts.wallet(buyerId, part.programmeId),
          amountMinor: part.walletMinor,
        }))
        return [...toWallets, ...rewardMoneyOf(hold, held, moneyAccounts.rewards)]
      }),
    ),
  ])
}
