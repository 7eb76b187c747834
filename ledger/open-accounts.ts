// Creates balance rows of zero, each with a floor, and sets floors. An existing row keeps its balance.
// The first posting of a batch creates its stock row (balances.ts).
import type { WalletKey } from '#ledger/accounts.ts'
import type { Transaction } from '#platform/database/database.ts'
import { statement } from '#platform/database/statement.ts'
import { unnestRows, type WholeColumns } from '#platform/database/unnest-rows.ts'

/** Creates missing balances of zero. Their floor is zero until `setProgrammeLine` lowers it. */
export const openProgrammeBalances = statement(
  'insert-programme-balances',
  {},
  `insert into programme_balances (programme_id, currency)
   select $1, currency from unnest($2::text[]) as given (currency) on conflict do nothing`,
).effect<[programmeId: string, currencies: readonly string[]], Transaction>()

/** The update locks the row even if the floor does not change. */
const setFloor = statement(
  'set-programme-floor',
  { floor_minor: 'int8' },
  `update programme_balances set floor_minor = least(-$3::bigint, balance_minor),
     full_minor = case when floor_minor = least(-$3::bigint, balance_minor) then full_minor
       else balance_minor - least(-$3::bigint, balance_minor) end
   where programme_id = $1 and currency = $2 returning floor_minor`,
)

/** Sets `full_minor` to the current balance plus the line. A metric shows the used share of it. */
export const fillProgrammeBalance = statement(
  'fill-programme-balance',
  {},
  `update programme_balances set full_minor = balance_minor - floor_minor
   where programme_id = $1 and currency = $2`,
).effect<[programmeId: string, currency: string], Transaction>()

/** A passport has one wallet per programme and currency. */
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

/** Creates or locks the rows. If more than the budget is spent, the floor allows exactly that amount. */
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

/**
 * Sets the line and locks the balance. The line is how far below zero the balance may fall, in minor
 * units. A line below the used amount becomes that amount. Returns the line, or null if there is no
 * balance.
 */
export async function setProgrammeLine(
  tx: Transaction,
  programmeId: string,
  currency: string,
  lineMinor: number,
): Promise<number | null> {
  const [row] = await tx.run(setFloor, [programmeId, currency, lineMinor])
  return row === undefined ? null : Math.abs(row.floor_minor)
}

export async function openWallets(tx: Transaction, wallets: readonly NewWallet[]): Promise<void> {
  if (wallets.length > 0) await tx.run(insertWallets, newWallet.values(wallets))
}

/**
 * Locks the balance of `rewards` in each currency, and sets its floor to `budgetMinor` below zero.
 * Returns the unspent budget by currency, in minor units.
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
