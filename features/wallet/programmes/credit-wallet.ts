// Credits wallets from a programme, and reverses credits. programme-limits.ts decides which credits
// the programme may give. A reversal takes only money that the wallet neither spent nor holds.

import { creditPostings } from '#features/wallet/wallet-postings.ts'
import { moneyAccounts } from '#ledger/accounts.ts'
import { lockBalance } from '#ledger/locks.ts'
import { openWallets } from '#ledger/open-accounts.ts'
import { post } from '#ledger/post.ts'
import { opposite } from '#ledger/postings.ts'
import type { Transaction } from '#platform/database/database.ts'
import { inOrder } from '#platform/database/in-order.ts'
import { getOrThrow } from '#values/get-or-throw.ts'
import { type Problem, problem } from '#values/problem.ts'
import { type CreditRecord, lockCredit, writeCredits, writeReversal } from './credit-queries.ts'
import { type GivingProblem, lockAndChooseCredits, writeWindow } from './programme-limits.ts'

/** Id of the credit or reversal, and the wallet's free money afterwards. */
export type WalletEntry = { readonly id: string; readonly balanceMinor: number }

/**
 * Credits a wallet. If the programme may not give the credit, returns the problem and moves no money.
 * `at` is the time at which limits count the credit. Null means the database's clock, which all
 * processes share.
 */
export async function creditWallet(
  tx: Transaction,
  credit: CreditRecord,
  at: Date | null = null,
): Promise<WalletEntry | Problem<GivingProblem>> {
  const { passportId, programmeId, currency, amountMinor } = credit
  const { accepted, refused, window } = await lockAndChooseCredits(tx, [credit], { passportId, at })
  const [problemOfCredit] = refused
  if (problemOfCredit !== undefined) return problemOfCredit
  const { leftMinor, ids } = await inOrder({
    wallets: openWallets(tx, [credit]),
    leftMinor: lockBalance(tx, moneyAccounts.wallet({ passportId, programmeId }), currency),
    postings: post(tx, creditPostings(accepted)),
    ids: writeCredits(tx, accepted),
    window: writeWindow(tx, programmeId, window),
  })
  const id = getOrThrow(ids, passportId, 'a credit was not written')
  return { id, balanceMinor: leftMinor + amountMinor }
}

/**
 * Credits new passports, which no concurrent call can credit. Silently leaves out credits that the
 * programme may not give. All credits are from one programme in one currency, at most one per passport.
 */
export async function creditNewWallets(
  tx: Transaction,
  credits: readonly CreditRecord[],
): Promise<void> {
  const [first] = credits
  if (first === undefined) return
  const { accepted, window } = await lockAndChooseCredits(tx, credits, {
    passportId: null,
    at: null,
  })
  await inOrder({
    wallets: openWallets(tx, accepted),
    postings: post(tx, creditPostings(accepted)),
    credits: writeCredits(tx, accepted),
    window: writeWindow(tx, first.programmeId, window),
  })
}

export type ReversalProblem = 'credit_not_found' | 'credit_reversed' | 'credit_spent'

/**
 * Reverses the whole credit, at most once. Problems, which all move no money: `credit_not_found` (also
 * for a credit of another programme), `credit_reversed`, `credit_spent` (also for held money).
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
  const { leftMinor } = await inOrder({
    programme: lockBalance(tx, moneyAccounts.programme(programmeId), currency),
    leftMinor: lockBalance(tx, moneyAccounts.wallet(wallet), currency),
  })
  if (leftMinor < amountMinor) return problem('credit_spent')
  const { id } = await inOrder({
    id: writeReversal(tx, creditId),
    postings: post(tx, opposite(creditPostings([{ ...wallet, currency, amountMinor }]))),
  })
  return { id, balanceMinor: leftMinor - amountMinor }
}
