// Returns the money of an erased user's wallets to its programmes, also money that arrives after the
// erasure, such as a refund. The postings keep the passport's id, which names no person.

import { moneyAccounts } from '#ledger/accounts.ts'
import { lockBalance, lockWallets } from '#ledger/locks.ts'
import { post } from '#ledger/post.ts'
import { opposite } from '#ledger/postings.ts'
import type { Transaction } from '#platform/database/database.ts'
import { findOwnWallets, writeExpiry } from './wallet-own-data-queries.ts'
import { creditPostings } from './wallet-postings.ts'

/** Takes the locks that `expireWallets` needs: the balances of the programmes, then the wallets. */
export async function lockExpiry(tx: Transaction, passportId: string): Promise<void> {
  for (const { programme_id, currency } of await findOwnWallets(tx, passportId)) {
    await lockBalance(tx, moneyAccounts.programme(programme_id), currency)
  }
  await lockWallets(tx, [passportId])
}

/** Moves all free money of the wallets back to its programmes. The caller called `lockExpiry` before. */
export async function expireWallets(tx: Transaction, passportId: string): Promise<void> {
  for (const wallet of await lockWallets(tx, [passportId])) {
    const { programme_id: programmeId, currency, balance_minor: amountMinor } = wallet
    if (amountMinor === 0) continue
    const expiry = { passportId, programmeId, currency, amountMinor }
    await post(tx, opposite(creditPostings([expiry])))
    await writeExpiry(tx, expiry)
  }
}
