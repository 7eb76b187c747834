// Money from a partner programme into people's wallets, and back. The programme's balance may fall
// to its floor and not below; a wallet gives back only what is neither spent nor held.
import { moneyAccounts } from '#ledger/accounts.ts'
import { postMoney } from '#ledger/postings.ts'
import type { Transaction } from '#platform/database/database.ts'
import { statement } from '#platform/database/statement.ts'
import { type Problem, problem } from '#values/problem.ts'

export type WalletCredit = {
  readonly passportId: string
  readonly programmeId: string
  readonly currency: string
  readonly amountMinor: number
  /** What the person reads as where it came from. */
  readonly source: string
  readonly logoUrl: string | null
}

/** The row that a person reads, and what their wallet can spend after it. */
export type WalletEntry = { readonly id: string; readonly balanceMinor: number }

const takeFromProgramme = statement(
  'take-from-programme',
  { programme_id: 'text' },
  `update programme_balances set balance_minor = balance_minor - $3
   where programme_id = $1 and currency = $2 and balance_minor - $3 >= floor_minor
   returning programme_id`,
)
const addToWallet = statement(
  'add-to-wallet',
  { balance_minor: 'int8' },
  `insert into wallets (passport_id, programme_id, currency, balance_minor) values ($1, $2, $3, $4)
   on conflict (passport_id, programme_id, currency) do update
     set balance_minor = wallets.balance_minor + excluded.balance_minor
   returning balance_minor`,
)
const insertCredit = statement(
  'insert-wallet-credit',
  { id: 'uuid' },
  `insert into wallet_credits
     (passport_id, programme_id, currency, amount_minor, source, logo_url)
   values ($1, $2, $3, $4, $5, $6) returning id`,
)

/** Answers null, and moves nothing, where the programme has too little left in the currency. */
export async function creditWallet(
  tx: Transaction,
  credit: WalletCredit,
): Promise<WalletEntry | null> {
  const { passportId, programmeId, currency, amountMinor, source, logoUrl } = credit
  const taken = await tx.run(takeFromProgramme, [programmeId, currency, amountMinor])
  if (taken.length === 0) return null
  const [[wallet], [entry]] = await Promise.all([
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
  return entryOf(entry?.id, wallet?.balance_minor)
}

const lockCredit = statement(
  'lock-wallet-credit',
  { id: 'uuid', passport_id: 'uuid', currency: 'bpchar', amount_minor: 'int8' },
  `select id, passport_id, currency, amount_minor from wallet_credits
   where id = $1 and programme_id = $2 for update`,
)
// A statement of its own, so that it sees what was committed while the lock was waited for.
const findReversal = statement(
  'find-wallet-reversal',
  { id: 'uuid' },
  'select id from wallet_reversals where credit_id = $1',
)
const lockProgrammeBalance = statement(
  'lock-programme-balance',
  { programme_id: 'text' },
  `select programme_id from programme_balances where programme_id = $1 and currency = $2
   for update`,
)
const takeFromWallet = statement(
  'take-from-wallet',
  { balance_minor: 'int8' },
  `update wallets set balance_minor = balance_minor - $4
   where passport_id = $1 and programme_id = $2 and currency = $3 and balance_minor >= $4
   returning balance_minor`,
)
const giveToProgramme = statement(
  'give-to-programme',
  {},
  `update programme_balances set balance_minor = balance_minor + $3
   where programme_id = $1 and currency = $2`,
)
const insertReversal = statement(
  'insert-wallet-reversal',
  { id: 'uuid' },
  'insert into wallet_reversals (credit_id) values ($1) returning id',
)

export type ReversalProblem = 'credit_not_found' | 'credit_reversed' | 'credit_spent'

/**
 * Takes a credit back, whole and once. Problems, none of which moves anything: `credit_not_found`
 * (another programme's too), `credit_reversed`, `credit_spent` (or held by an open purchase).
 */
export async function reverseCredit(
  tx: Transaction,
  programmeId: string,
  creditId: string,
): Promise<WalletEntry | Problem<ReversalProblem>> {
  const [[credit], [earlier]] = await Promise.all([
    tx.run(lockCredit, [creditId, programmeId]),
    tx.run(findReversal, [creditId]),
  ])
  if (credit === undefined) return problem('credit_not_found')
  if (earlier !== undefined) return problem('credit_reversed')
  const { passport_id: passportId, currency, amount_minor: amountMinor } = credit
  const [, [wallet]] = await Promise.all([
    tx.run(lockProgrammeBalance, [programmeId, currency]),
    tx.run(takeFromWallet, [passportId, programmeId, currency, amountMinor]),
  ])
  if (wallet === undefined) return problem('credit_spent')
  const [[reversal]] = await Promise.all([
    tx.run(insertReversal, [creditId]),
    tx.run(giveToProgramme, [programmeId, currency, amountMinor]),
    postMoney(tx, [
      {
        purchaseId: null,
        currency,
        source: moneyAccounts.wallet(passportId, programmeId),
        destination: moneyAccounts.programme(programmeId),
        amountMinor,
      },
    ]),
  ])
  return entryOf(reversal?.id, wallet.balance_minor)
}

function entryOf(id: string | undefined, balanceMinor: number | undefined): WalletEntry {
  if (id === undefined || balanceMinor === undefined) throw new Error('nothing was written')
  return { id, balanceMinor }
}
