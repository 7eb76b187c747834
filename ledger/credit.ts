// Money from a partner programme into people's wallets. The programme's balance may fall to its
// floor and not below.
import { moneyAccounts } from '#ledger/accounts.ts'
import { postMoney } from '#ledger/postings.ts'
import type { Db } from '#server/database.ts'
import { statement } from '#server/statement.ts'

export type WalletCredit = {
  readonly passportId: string
  readonly programmeId: string
  readonly currency: string
  readonly amountMinor: number
  /** What the person reads as where it came from. */
  readonly source: string
  readonly logoUrl: string | null
}

const takeFromProgramme = statement(
  'take-from-programme',
  { programme_id: 'text' },
  `update programme_balances set balance_minor = balance_minor - $3
   where programme_id = $1 and currency = $2 and balance_minor - $3 >= floor_minor
   returning programme_id`,
)
const addToWallet = statement(
  'add-to-wallet',
  {},
  `insert into wallets (passport_id, programme_id, currency, balance_minor) values ($1, $2, $3, $4)
   on conflict (passport_id, programme_id, currency) do update
     set balance_minor = wallets.balance_minor + excluded.balance_minor`,
)
const insertCredit = statement(
  'insert-wallet-credit',
  {},
  `insert into wallet_credits
     (passport_id, programme_id, currency, amount_minor, source, logo_url)
   values ($1, $2, $3, $4, $5, $6)`,
)

/** Answers false, and moves nothing, where the programme has too little left in the currency. */
export async function creditWallet(tx: Db, credit: WalletCredit): Promise<boolean> {
  const { passportId, programmeId, currency, amountMinor, source, logoUrl } = credit
  const taken = await tx.run(takeFromProgramme, [programmeId, currency, amountMinor])
  if (taken.length === 0) return false
  await Promise.all([
    tx.run(addToWallet, [passportId, programmeId, currency, amountMinor]),
    tx.run(insertCredit, [passportId, programmeId, currency, amountMinor, source, logoUrl]),
    postMoney(tx, [
      {
        purchaseId: null,
        currency,
        source: moneyAccounts.programme(programmeId),
        destination: moneyAccounts.wallet(passportId, programmeId),
        amountMinor,
      },
    ]),
  ])
  return true
}
