// Reads the wallets that can pay for a purchase without a user, such as that of a monthly plan.
import type { Db } from '#platform/database/database.ts'
import { findWallets } from './wallet-queries.ts'
import { type SpendableWallet, spendableWallets } from './wallet-split.ts'

/** Returns all wallets of a passport that can pay, in the order of spending. */
export async function readSpendable(
  db: Db,
  passportId: string,
  currency: string,
  rateOf: (currency: string) => string | null,
): Promise<SpendableWallet[]> {
  return spendableWallets(await findWallets(db, passportId), currency, null, rateOf)
}
