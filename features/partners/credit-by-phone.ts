// Puts a programme's money into a person's wallet: the one rule for a partner's call and for the
// operator's command.
import {
  type CreditBody,
  type EntryReply,
  type partnerProblems,
  sourceMaxLength,
} from '#features/partners/contract.ts'
import { findPassportOf } from '#features/partners/queries.ts'
import { creditWallet } from '#features/wallet/credit-wallet.ts'
import type { Transaction } from '#platform/database/database.ts'
import { canonicalPhone } from '#values/canonical-phone.ts'
import { holdsCardNumber } from '#values/card-number.ts'
import { isOwnCurrency } from '#values/currencies.ts'
import { cleanText, lengthOf } from '#values/free-text.ts'
import { minorToUnits, unitsToMinor } from '#values/money.ts'
import { type Problem, problem } from '#values/problem.ts'

export type CreditProblem = Exclude<
  keyof typeof partnerProblems,
  'credit_not_found' | 'credit_reversed' | 'credit_spent' | 'unknown_programme'
>

export type Credit = {
  readonly phone: string
  readonly amountMinor: number
  readonly currency: string
  readonly source: string
  readonly logoUrl: string | null
}

/** What a body asks for, checked without a database. Problems: the 400s of the contract. */
export function readCredit(body: CreditBody, maxMinor: number): Credit | Problem<CreditProblem> {
  const phone = canonicalPhone(body.phone)
  if (phone === null) return problem('invalid_number')
  const amountMinor = unitsToMinor(body.amount)
  if (amountMinor === null || amountMinor < 1) return problem('invalid_amount')
  if (amountMinor > maxMinor) {
    return problem('invalid_amount', { text: `An amount is at most ${minorToUnits(maxMinor)}.` })
  }
  if (!isOwnCurrency(body.currency)) return problem('unknown_currency')
  const source = cleanText(body.source)
  if (source === '' || lengthOf(source) > sourceMaxLength || holdsCardNumber(source)) {
    return problem('invalid_source')
  }
  const logoUrl = body.logo_url ?? null
  if (logoUrl !== null && !isPictureAddress(logoUrl)) return problem('invalid_logo')
  return { phone, amountMinor, currency: body.currency, source, logoUrl }
}

/** The page loads it only where the operator lists its host; an address is all that it is here. */
function isPictureAddress(text: string): boolean {
  return URL.canParse(text) && new URL(text).protocol === 'https:'
}

/** Problems: `unknown_number`, `programme_exhausted`; then nothing was moved. */
export async function creditByPhone(
  tx: Transaction,
  programmeId: string,
  { phone, ...credit }: Credit,
): Promise<EntryReply | Problem<CreditProblem>> {
  const passportId = await findPassportOf(tx, phone)
  if (passportId === null) return problem('unknown_number')
  const entry = await creditWallet(tx, { passportId, programmeId, ...credit })
  if (entry === null) return problem('programme_exhausted')
  return { id: entry.id, balance: minorToUnits(entry.balanceMinor) }
}
