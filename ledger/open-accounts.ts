// Makes the balance rows of accounts that start at nothing, each with its floor. An account that is
// there keeps its balance. A batch's stock is opened by its first posting (balances.ts).
import type { WalletKey } from '#ledger/accounts.ts'
import type { Transaction } from '#platform/database/database.ts'
import { statement } from '#platform/database/statement.ts'

const insertProgrammes = statement(
  'insert-programme-balances',
  {},
  `insert into programme_balances (programme_id, currency, floor_minor)
   select $1, currency, -$3::bigint from unnest($2::text[]) as given (currency)
   on conflict do nothing`,
)
const insertWallet = statement(
  'insert-wallet',
  {},
  `insert into wallets (passport_id, programme_id, currency) values ($1, $2, $3)
   on conflict do nothing`,
)
/** A budget that was lowered below what is spent ends where the balance stands. */
const insertBudgets = statement(
  'lock-reward-budgets',
  { currency: 'bpchar', balance_minor: 'int8' },
  `insert into reward_budgets (currency, floor_minor)
   select distinct currency, -$2::bigint from unnest($1::text[]) as given (currency)
   order by currency
   on conflict (currency) do update
     set floor_minor = least(excluded.floor_minor, reward_budgets.balance_minor)
   returning currency, balance_minor`,
)

/** `creditLineMinor` is how far below zero each balance may fall, in minor units. */
export async function openProgrammeBalances(
  tx: Transaction,
  programmeId: string,
  currencies: readonly string[],
  creditLineMinor: number,
): Promise<void> {
  await tx.run(insertProgrammes, [programmeId, currencies, creditLineMinor])
}

export async function openWallet(
  tx: Transaction,
  { passportId, programmeId }: WalletKey,
  currency: string,
): Promise<void> {
  await tx.run(insertWallet, [passportId, programmeId, currency])
}

/**
 * Locks the account `rewards` in these currencies and sets its floor. Answers what it may still give,
 * by currency, in minor units; `budgetMinor` is what it may give of each in all.
 */
export async function lockRewardBudgets(
  tx: Transaction,
  currencies: readonly string[],
  budgetMinor: number,
): Promise<Map<string, number>> {
  if (currencies.length === 0) return new Map()
  const rows = await tx.run(insertBudgets, [currencies, budgetMinor])
  return new Map(rows.map((row) => [row.currency, budgetMinor + row.balance_minor]))
}
