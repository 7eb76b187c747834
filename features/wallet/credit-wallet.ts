// Money from a partner programme into people's wallets, and back. The programme's balance may fall
// to its floor and not below; a wallet gives back only what is neither spent nor held.
import {
  type CreditRecord,
  lockCredit,
  writeCredit,
  writeReversal,
} from '#features/wallet/credit-queries.ts'
import { creditPostings } from '#features/wallet/postings.ts'
import { moneyAccounts } from '#ledger/accounts.ts'
import { lockBalance } from '#ledger/locks.ts'
import { openWallet } from '#ledger/open-accounts.ts'
import { post } from '#ledger/post.ts'
import { opposite } from '#ledger/postings.ts'
import type { Transaction } from '#platform/database/database.ts'
import { type Problem, problem } from '#values/problem.ts'

/** The row that a person reads, and what their wallet can spend after it. */
export type WalletEntry = { readonly id: string; readonly balanceMinor: number }

/** Answers null, and moves nothing, where the programme has too little left in the currency. */
export async function creditWallet(
  tx: Transaction,
  credit: CreditRecord,
): Promise<WalletEntry | null> {
  const { passportId, programmeId, currency, amountMinor } = credit
  const wallet = { passportId, programmeId }
  const left = await lockBalance(tx, moneyAccounts.programme(programmeId), currency)
  if (left < amountMinor) return null
  const [, before, , id] = await Promise.all([
    openWallet(tx, wallet, currency),
    lockBalance(tx, moneyAccounts.wallet(wallet), currency),
    post(tx, creditPostings({ ...wallet, currency, amountMinor })),
    writeCredit(tx, credit),
  ])
  return { id, balanceMinor: before + amountMinor }
}

/**
 * The same for wallets of people whom nobody else credits yet, all from one programme in one currency:
 * one after another gets it, for as long as the programme has enough left.
 */
export async function creditNewWallets(
  tx: Transaction,
  programmeId: string,
  currency: string,
  credits: readonly CreditRecord[],
): Promise<void> {
  let left = await lockBalance(tx, moneyAccounts.programme(programmeId), currency)
  const given = credits.filter(({ amountMinor }) => {
    const isEnough = left >= amountMinor
    if (isEnough) left -= amountMinor
    return isEnough
  })
  const opened = given.map((credit) => openWallet(tx, credit, currency))
  const money = given.flatMap((credit) => creditPostings(credit).money)
  await Promise.all([
    ...opened,
    post(tx, { kg: [], money }),
    ...given.map((credit) => writeCredit(tx, credit)),
  ])
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
    post(tx, opposite(creditPostings({ ...wallet, currency, amountMinor }))),
  ])
  return { id, balanceMinor: before - amountMinor }
}
