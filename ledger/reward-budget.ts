// The account `rewards`: what the product gives away as rewards, per currency, down to the end of its
// budget. Its balance row is locked last of all.
import type { Hold } from '#ledger/holds.ts'
import type { MoneyPosting } from '#ledger/postings.ts'
import type { Transaction } from '#platform/database/database.ts'
import { givenRows } from '#platform/database/given-rows.ts'
import { statement } from '#platform/database/statement.ts'

/** A budget that was lowered below what is spent ends where the balance stands. */
const openBudgets = statement(
  'lock-reward-budgets',
  { currency: 'bpchar', balance_minor: 'int8' },
  `insert into reward_budgets (currency, floor_minor)
   select distinct currency, -$2::bigint from batches where id = any($1::uuid[]) order by currency
   on conflict (currency) do update
     set floor_minor = least(excluded.floor_minor, reward_budgets.balance_minor)
   returning currency, balance_minor`,
)
const lockBudgets = statement(
  'lock-reward-budgets-of-holds',
  { currency: 'bpchar' },
  `select currency from reward_budgets where currency = any($1::text[])
   order by currency for update`,
)
type BudgetChange = { readonly currency: string; readonly amountMinor: number }
const change = givenRows<BudgetChange>({
  currency: ['text', ({ currency }) => currency],
  amount_minor: ['int8', ({ amountMinor }) => amountMinor],
})
const moveBudgets = statement(
  'move-reward-budgets',
  {},
  `update reward_budgets r set balance_minor = r.balance_minor + sums.amount_minor
   from (select currency, sum(amount_minor)::bigint as amount_minor
     from ${change.rows} group by currency) sums
   where r.currency = sums.currency`,
)

/**
 * What rewards from these batches may still cost, by currency, in minor units. `budgetMinor` is what
 * all rewards of a currency together may cost.
 */
export async function lockRewardBudgets(
  tx: Transaction,
  batchIds: readonly string[],
  budgetMinor: number,
): Promise<Map<string, number>> {
  if (batchIds.length === 0) return new Map()
  const rows = await tx.run(openBudgets, [batchIds, budgetMinor])
  return new Map(rows.map((row) => [row.currency, budgetMinor + row.balance_minor]))
}

/** Moves what rewards pay for holds out of the budgets (-1) or back (1). */
export async function moveRewardBudgets(
  tx: Transaction,
  holds: readonly Hold[],
  direction: -1 | 1,
): Promise<void> {
  const rewards = holds.flatMap(({ reward }) => reward ?? [])
  if (rewards.length === 0) return
  const changes = rewards.map(({ currency, amountMinor }) => ({
    currency,
    amountMinor: amountMinor * direction,
  }))
  await Promise.all([
    tx.run(lockBudgets, [changes.map(({ currency }) => currency)]),
    tx.run(moveBudgets, change.values(changes)),
  ])
}

/** The posting of what a reward pays, or none. */
export function rewardMoneyOf(
  { purchaseId, reward }: Hold,
  source: string,
  destination: string,
): MoneyPosting[] {
  return reward === null ? [] : [{ purchaseId, source, destination, ...reward }]
}
