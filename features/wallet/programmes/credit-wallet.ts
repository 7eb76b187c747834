// Credits wallets from a programme, and reverses credits. programme-limits.ts decides what the
// programme may give; only free money of a wallet can be reversed.

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
import { type GivingProblem, lockGiving, writeWindow } from './programme-limits.ts'

/** Id of the credit or reversal, and the wallet's free money after it. */
export type WalletEntry = { readonly id: string; readonly balanceMinor: number }

/**
 * Credits a wallet. Moves no money where the programme may not give the credit. `at` is the time
 * that limits count by; null for the database's clock, which all processes share.
 */
export async function creditWallet(
  tx: Transaction,
  credit: CreditRecord,
  at: Date | null = null,
): Promise<WalletEntry | Problem<GivingProblem>> {
  const { passportId, programmeId, currency, amountMinor } = credit
  const { given, refused, window } = await lockGiving(tx, [credit], { passportId, at })
  const [problemOfCredit] = refused
  if (problemOfCredit !== undefined) return problemOfCredit
  const { leftMinor, ids } = await inOrder({
    wallets: openWallets(tx, [credit]),
    leftMinor: lockBalance(tx, moneyAccounts.wallet({ passportId, programmeId }), currency),
    postings: post(tx, creditPostings(given)),
    ids: writeCredits(tx, given),
    window: writeWindow(tx, programmeId, window),
  })
  const id = getOrThrow(ids, passportId, 'a credit was not written')
  return { id, balanceMinor: leftMinor + amountMinor }
}

/**
 * Credits new passports, which no other call credits yet, one after another while the programme may
 * give. All credits are from one programme in one currency, at most one per passport.
 */
export async function creditNewWallets(
  tx: Transaction,
  credits: readonly CreditRecord[],
): Promise<void> {
  const [first] = credits
  if (first === undefined) return
  const { given, window } = await lockGiving(tx, credits, { passportId: null, at: null })
  await inOrder({
    wallets: openWallets(tx, given),
    postings: post(tx, creditPostings(given)),
    credits: writeCredits(tx, given),
    window: writeWindow(tx, first.programmeId, window),
  })
}

export type ReversalProblem = 'credit_not_found' | 'credit_reversed' | 'credit_spent'

/**
 * Reverses a credit, whole and once. Problems, all without a move of money: `credit_not_found`
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
