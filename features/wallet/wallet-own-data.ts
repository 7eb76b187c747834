// Exports and erases a user's wallets: balances and credits. Their money returns to its programmes
// (expire-wallets.ts).
import type { OwnDataPart } from '#features/people/own-data-part.ts'
import { expireWallets, lockExpiry } from './expire-wallets.ts'
import { findOwnCredits, findOwnWallets } from './wallet-own-data-queries.ts'

export const walletOwnData: OwnDataPart = {
  title: 'wallets',
  processing: {
    data: 'balances by programme, credits and debits with their source and time',
    purpose: 'pay with money of programmes',
    basis: 'contract',
    retention: [
      ['balances', 'the passport is deleted; the money returns to its programme'],
      ['postings under the id of the passport', 'for good, as books of account'],
    ],
    recipients: ['programme'],
  },
  async read(db, { passportId }) {
    const [wallets, credits] = await Promise.all([
      findOwnWallets(db, passportId),
      findOwnCredits(db, passportId),
    ])
    return {
      balances: wallets.map(({ entry }) => entry),
      credits: credits.map(({ entry }) => entry),
    }
  },
  async erase(tx, { passportId }) {
    await lockExpiry(tx, passportId)
    await expireWallets(tx, passportId)
  },
}
