// Money from a partner programme into people's wallets, and back. The programme's balance may fall
// to its floor and not below; a wallet gives back only what is neither spent nor held.
import {
  type CreditRecord,
  lockCredit,
  writeCredits,
  writeReversal,
} from '#features/wallet/credit-queries.ts'
import { creditPostings } from '#features/wallet/postings.ts'
import { moneyAccounts } from '#ledger/accounts.ts'
import { lockBalance } from '#ledger/locks.ts'
import { openWallets } from '#ledger/open-accounts.ts'
import { post } from '#ledger/post.ts'
import { opposite } from '#ledger/postings.ts'
import type { Transaction } from '#platform/database/database.ts'
import { getOrThrow } from '#values/get-or-throw.ts'
import { type Problem, problem } from '#values/problem.ts'

/** The row that a person reads, and what their wallet can spend after it. */
export type WalletEntry = { readonly id: string; readonly balanceMinor: number }

/** Answers null, and moves nothing, where the programme has too little left in the currency. */
export async function creditWallet(
  tx: Transaction,
  credit: CreditRecord,
): Promise<WalletEntry | null> {
  const { passportId, programmeId, currency, amountMinor } = credit
  const payable = await lockPayable(tx, [credit])
  if (payable.length === 0) return null
  const [, before, , ids] = await Promise.all([
    openWallets(tx, [credit]),
    lockBalance(tx, moneyAccounts.wallet({ passportId, programmeId }), currency),
    post(tx, creditPostings([credit])),
    writeCredits(tx, [credit]),
  ])
  const id = getOrThrow(ids, passportId, 'a credit was not written')
  return { id, balanceMinor: before + amountMinor }
}

/**
 * The same for people who join: nobody else credits them yet. All credits come from one programme in one
 * currency; a person gets one at most.
 */
export async function creditNewWallets(
  tx: Transaction,
  credits: readonly CreditRecord[],
): Promise<void> {
  const payable = await lockPayable(tx, credits)
  await Promise.all([
    openWallets(tx, payable),
    post(tx, creditPostings(payable)),
    writeCredits(tx, payable),
  ])
}

/** Holds the balance that they all come from; answers those that it has enough for, one after another. */
async function lockPayable(
  tx: Transaction,
  credits: readonly CreditRecord[],
): Promise<CreditRecord[]> {
  const [first] = credits
  if (first === undefined) return []
  let left = await lockBalance(tx, moneyAccounts.programme(first.programmeId), first.currency)
  return credits.filter(({ amountMinor }) => {
    const isEnough = left >= amountMinor
    if (isEnough) left -= amountMinor
    return isEnough
  })
}

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
  const { credit, isReversed } = await lockCredit(tx, programmeId, creditId)
  if (credit === null) return problem('credit_not_found')
  if (isReversed) return problem('credit_reversed')
  const { passport_id: passportId, currency, amount_minor: amountMinor } = credit
  const wallet = { passportId, programmeId }
  const [, before] = await Promise.all([
    lockBalance(tx, moneyAccounts.programme(programmeId), currency),
    lockBalance(tx, moneyAccounts.wallet(wallet), currency),
  ])
  if (before < amountMinor) return problem('credit_spent')
  const [id] = await Promise.all([
    writeReversal(tx, creditId),
    post(tx, opposite(creditPostings([{ ...wallet, currency, amountMinor }]))),
  ])
  return { id, balanceMinor: before - amountMinor }
}
