// Locks rows of the ledger. Callers take locks in this order: stock of batches, their places
// (places.ts), balances of programmes, wallets, reward budgets. Rows of one kind are locked in the
// order of their keys. Returned amounts stay current until the lock is released.
import type { MoneyAccount } from '#ledger/accounts.ts'
import type { Transaction } from '#platform/database/database.ts'
import { type RowOf, statement } from '#platform/database/statement.ts'

const lockStockRows = statement(
  'lock-stock',
  { batch_id: 'uuid' },
  `select batch_id from batch_stock where batch_id = any($1::uuid[])
   order by batch_id for update`,
)
const lockProgrammeBalance = statement(
  'lock-programme-balance',
  { left_minor: 'int8' },
  `select balance_minor - floor_minor as left_minor from programme_balances
   where programme_id = $1 and currency = $2 for update`,
)
const lockWalletRows = statement(
  'lock-wallets',
  {
    passport_id: 'uuid',
    programme_id: 'text',
    currency: 'bpchar',
    balance_minor: 'int8',
    created_at: 'timestamptz',
  },
  `select passport_id, programme_id, currency, balance_minor, created_at from wallets
   where passport_id = any($1::uuid[])
   order by passport_id, programme_id, currency for update`,
)
const lockWallet = statement(
  'lock-wallet',
  { left_minor: 'int8' },
  `select balance_minor as left_minor from wallets
   where passport_id = $1 and programme_id = $2 and currency = $3 for update`,
)

export type WalletRow = RowOf<typeof lockWalletRows>

const distinct = (ids: readonly string[]) => [...new Set(ids)]

export async function lockStock(tx: Transaction, batchIds: readonly string[]): Promise<void> {
  await tx.run(lockStockRows, [distinct(batchIds)])
}

/** Locks and returns all wallets of the passports. */
export function lockWallets(tx: Transaction, passportIds: readonly string[]): Promise<WalletRow[]> {
  return tx.run(lockWalletRows, [distinct(passportIds)])
}

/**
 * Locks the balance of a programme or a wallet in a currency. Returns the amount above its floor, in
 * minor units; 0 for a balance that was never opened. Throws for an account of another kind.
 */
export async function lockBalance(
  tx: Transaction,
  { name, row }: MoneyAccount,
  currency: string,
): Promise<number> {
  switch (row?.kind) {
    case 'programme': {
      const [found] = await tx.run(lockProgrammeBalance, [row.programmeId, currency])
      return found?.left_minor ?? 0
    }
    case 'wallet': {
      const { passportId, programmeId } = row.wallet
      const [found] = await tx.run(lockWallet, [passportId, programmeId, currency])
      return found?.left_minor ?? 0
    }
    default:
      throw new Error(`${name} has no balance of its own`)
  }
}
