// Credits the wallet of a phone number, for a partner's call or an operator's command.
import {
  type CreditBody,
  type EntryReply,
  type partnerProblems,
  sourceMaxLength,
} from '#features/partners/partners-calls.ts'
import { lockNumbers } from '#features/people/lock-people.ts'
import { creditWallet } from '#features/wallet/programmes/credit-wallet.ts'
import type { GivingProblem } from '#features/wallet/programmes/programme-limits.ts'
import type { Transaction } from '#platform/database/database.ts'
import { inOrder } from '#platform/database/in-order.ts'
import { resemblesOwnProgramme } from '#values/lists/own-programmes.ts'
import { holdsCardNumber } from '#values/money/card-number.ts'
import { isOwnCurrency } from '#values/money/currencies.ts'
import { minorToUnits, unitsToMinor } from '#values/money/money.ts'
import { isProblem, type Problem, problem } from '#values/problem.ts'
import { canonicalPhone } from '#values/text/canonical-phone.ts'
import { cleanText, lengthOf } from '#values/text/free-text.ts'
import { pictureAddress } from '#values/text/picture-address.ts'
import { findPassportByPhone } from './partner-queries.ts'

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

/** Validates a body and returns its credit. Problems: `CreditProblem` with status 400. */
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
  const logoUrl = body.logo_url == null ? null : pictureAddress(body.logo_url)
  if (logoUrl === null && body.logo_url != null) return problem('invalid_logo')
  return { phone, amountMinor, currency: body.currency, source, logoUrl }
}

/**
 * Validates the body of a partner's call as `readCredit` does. In addition, the source must not resemble
 * the name of one of the product's own programmes, because the wallet shows it as a name.
 */
export function readPartnerCredit(
  body: CreditBody,
  maxMinor: number,
): Credit | Problem<CreditProblem> {
  const credit = readCredit(body, maxMinor)
  if (isProblem(credit)) return credit
  return resemblesOwnProgramme(credit.source) ? problem('invalid_source') : credit
}

/**
 * Credits the wallet. The lock of the number keeps a deletion or a move from running between the search and the
 * credit. Problems, which all move no money: `unknown_number` and `GivingProblem`.
 */
export async function creditByPhone(
  tx: Transaction,
  programmeId: string,
  { phone, ...credit }: Credit,
): Promise<EntryReply | Problem<CreditProblem | GivingProblem>> {
  const { passportId } = await inOrder({
    lock: lockNumbers(tx, [phone]),
    passportId: findPassportByPhone(tx, phone),
  })
  if (passportId === null) return problem('unknown_number')
  const entry = await creditWallet(tx, { passportId, programmeId, ...credit })
  if (isProblem(entry)) return entry
  return { id: entry.id, balance: minorToUnits(entry.balanceMinor) }
}
