// What wallets keep of a person. What is in them lapses to the programmes that gave it; the postings
// stay under an id.
import type { OwnDataPart } from '#features/own-data/own-data-part.ts'
import { findOwnCredits, findOwnWallets, writeLapse } from '#features/wallet/own-data-queries.ts'
import { creditPostings } from '#features/wallet/postings.ts'
import { moneyAccounts } from '#ledger/accounts.ts'
import { lockBalance, lockWallets } from '#ledger/locks.ts'
import { post } from '#ledger/post.ts'
import { opposite } from '#ledger/postings.ts'

export const walletOwnData: OwnDataPart = {
  title: 'wallets',
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
    for (const { programme_id, currency } of await findOwnWallets(tx, passportId)) {
      await lockBalance(tx, moneyAccounts.programme(programme_id), currency)
    }
    for (const wallet of await lockWallets(tx, [passportId])) {
      const { programme_id: programmeId, currency, balance_minor: amountMinor } = wallet
      if (amountMinor === 0) continue
      const lapse = { passportId, programmeId, currency, amountMinor }
      await post(tx, opposite(creditPostings(lapse)))
      await writeLapse(tx, lapse)
    }
  },
}
