// Updates the balance rows of accounts from their postings. No other code changes these balances. A
// constraint of each row enforces its floor. The caller of `post` holds the locks (locks.ts).
import type { MoneyAccount, WalletKey } from '#ledger/accounts.ts'
import type { KgPosting, MoneyPosting } from '#ledger/postings.ts'
import { statement } from '#platform/database/statement.ts'
import { unnestRows } from '#platform/database/unnest-rows.ts'
import type { Write } from '#platform/database/write.ts'

type StockChange = { readonly batchId: string; readonly kg: number }
const stock = unnestRows<StockChange>({
  batch_id: ['uuid', ({ batchId }) => batchId],
  kg: ['int8', ({ kg }) => kg],
})
/** Inserts a batch's rows in `batch_stock` and `batch_places`, when a posting from `issued` issues it. */
const openStock = statement(
  'open-batch-stock',
  {},
  `with given as (select * from ${stock.rows}),
   places as (insert into batch_places (batch_id) select batch_id from given)
   insert into batch_stock (batch_id, issued_kg, available_kg) select batch_id, kg, kg from given`,
)
const moveAvailable = statement(
  'move-available',
  {},
  `update batch_stock s set available_kg = s.available_kg + sums.kg
   from (select batch_id, sum(kg)::bigint as kg from ${stock.rows} group by batch_id) sums
   where s.batch_id = sums.batch_id`,
)
type Change = { readonly currency: string; readonly amountMinor: number }
type ProgrammeChange = Change & { readonly programmeId: string }
const programme = unnestRows<ProgrammeChange>({
  programme_id: ['text', ({ programmeId }) => programmeId],
  currency: ['text', ({ currency }) => currency],
  amount_minor: ['int8', ({ amountMinor }) => amountMinor],
})
const moveProgrammes = statement(
  'move-programmes',
  {},
  `update programme_balances b set balance_minor = b.balance_minor + sums.amount_minor
   from (select programme_id, currency, sum(amount_minor)::bigint as amount_minor
     from ${programme.rows} group by programme_id, currency) sums
   where b.programme_id = sums.programme_id and b.currency = sums.currency`,
)
type WalletChange = Change & { readonly wallet: WalletKey; readonly isHeld: boolean }
const wallet = unnestRows<WalletChange>({
  passport_id: ['uuid', (change) => change.wallet.passportId],
  programme_id: ['text', (change) => change.wallet.programmeId],
  currency: ['text', ({ currency }) => currency],
  balance_minor: ['int8', ({ isHeld, amountMinor }) => (isHeld ? 0 : amountMinor)],
  held_minor: ['int8', ({ isHeld, amountMinor }) => (isHeld ? amountMinor : 0)],
})
const moveWallets = statement(
  'move-wallets',
  {},
  `update wallets w set balance_minor = w.balance_minor + sums.balance_minor,
     held_minor = w.held_minor + sums.held_minor
   from (select passport_id, programme_id, currency, sum(balance_minor)::bigint as balance_minor,
       sum(held_minor)::bigint as held_minor
     from ${wallet.rows} group by passport_id, programme_id, currency) sums
   where w.passport_id = sums.passport_id and w.programme_id = sums.programme_id
     and w.currency = sums.currency`,
)
/** Locks reward budgets, the last lock in the ledger's order (locks.ts). */
const lockBudgets = statement(
  'lock-moved-reward-budgets',
  { currency: 'bpchar' },
  `select currency from reward_budgets where currency = any($1::text[])
   order by currency for update`,
)
const budget = unnestRows<Change>({
  currency: ['text', ({ currency }) => currency],
  amount_minor: ['int8', ({ amountMinor }) => amountMinor],
})
const moveBudgets = statement(
  'move-reward-budgets',
  {},
  `update reward_budgets r set balance_minor = r.balance_minor + sums.amount_minor
   from (select currency, sum(amount_minor)::bigint as amount_minor
     from ${budget.rows} group by currency) sums
   where r.currency = sums.currency`,
)

/**
 * Returns the writes that change the stock of batches. A second posting from `issued` for one batch
 * violates the primary key. Throws for a posting into `issued`.
 */
export function stockWrites(postings: readonly KgPosting[]): Write[] {
  const opened: StockChange[] = []
  const moved: StockChange[] = []
  for (const { batchId, source, destination, quantityKg } of postings) {
    if (destination.kind === 'issued') throw new Error('a batch is issued once and for good')
    if (source.kind === 'issued') opened.push({ batchId, kg: quantityKg })
    else if (source.kind === 'available') moved.push({ batchId, kg: -quantityKg })
    else if (destination.kind === 'available') moved.push({ batchId, kg: quantityKg })
  }
  return [...stock.writes(openStock, opened), ...stock.writes(moveAvailable, moved)]
}

/** Returns the writes that change the balances of programmes, wallets and reward budgets. */
export function moneyWrites(postings: readonly MoneyPosting[]): Write[] {
  const programmes: ProgrammeChange[] = []
  const wallets: WalletChange[] = []
  const budgets: Change[] = []
  function addChange({ row }: MoneyAccount, change: Change): void {
    switch (row?.kind) {
      case 'programme':
        programmes.push({ programmeId: row.programmeId, ...change })
        break
      case 'wallet':
      case 'held_of_wallet':
        wallets.push({ wallet: row.wallet, isHeld: row.kind === 'held_of_wallet', ...change })
        break
      case 'rewards':
        budgets.push(change)
        break
    }
  }
  for (const { currency, source, destination, amountMinor } of postings) {
    addChange(source, { currency, amountMinor: -amountMinor })
    addChange(destination, { currency, amountMinor })
  }
  const currencies = budgets.map(({ currency }) => currency)
  return [
    ...programme.writes(moveProgrammes, programmes),
    ...wallet.writes(moveWallets, wallets),
    ...(budgets.length > 0 ? [{ statement: lockBudgets, values: [currencies] }] : []),
    ...budget.writes(moveBudgets, budgets),
  ]
}
