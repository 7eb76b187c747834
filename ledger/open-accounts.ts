// Makes the balance rows of accounts that start at nothing, each with its floor. An account that is
// there keeps its balance. A batch's stock is opened by its first posting (balances.ts).
import type { WalletKey } from '#ledger/accounts.ts'
import type { Transaction } from '#platform/database/database.ts'
import { statement } from '#platform/database/statement.ts'
import { unnestRows, type WholeColumns } from '#platform/database/unnest-rows.ts'

const insertProgrammes = statement(
  'insert-programme-balances',
  {},
  `insert into programme_balances (programme_id, currency, floor_minor)
   select $1, currency, -$3::bigint from unnest($2::text[]) as given (currency)
   on conflict do nothing`,
)
/** A wallet, of which a person has one for each programme and currency. */
export type NewWallet = WalletKey & { readonly currency: string }
const newWallet = unnestRows<NewWallet>({
  passport_id: ['uuid', ({ passportId }) => passportId],
  programme_id: ['text', ({ programmeId }) => programmeId],
  currency: ['text', ({ currency }) => currency],
} satisfies WholeColumns<NewWallet>)
const insertWallets = statement(
  'insert-wallets',
  {},
  `insert into wallets (${newWallet.names}) select ${newWallet.names} from ${newWallet.rows}
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

export async function openWallets(tx: Transaction, wallets: readonly NewWallet[]): Promise<void> {
  if (wallets.length > 0) await tx.run(insertWallets, newWallet.values(wallets))
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
