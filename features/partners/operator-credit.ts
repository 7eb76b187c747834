// Credits a wallet and reverses a credit for the operator's commands, by the same rules and limits as a
// partner's call.

import {
  type CreditProblem,
  creditByPhone,
  readCredit,
} from '#features/partners/credit-by-phone.ts'
import type { CreditBody, EntryReply } from '#features/partners/partners-calls.ts'
import { type ReversalProblem, reverseCredit } from '#features/wallet/programmes/credit-wallet.ts'
import type { GivingProblem } from '#features/wallet/programmes/programme-limits.ts'
import type { Audit } from '#platform/database/audit/audit-trail.ts'
import type { Database } from '#platform/database/database.ts'
import { minorToUnits } from '#values/money/money.ts'
import { isProblem, type Problem, problem } from '#values/problem.ts'
import { isUuid } from '#values/text/uuid.ts'
import { findCreditById, findPassportByPhone, programmeExists } from './partner-queries.ts'

/**
 * Credits a wallet and writes an audit entry that names the credit and the passport. `maxMinor` is the
 * maximum amount of one credit. Problems: `unknown_programme`, `CreditProblem`, `GivingProblem`.
 */
export async function creditAsOperator(
  db: Database,
  maxMinor: number,
  programmeId: string,
  body: CreditBody,
  audit: Audit,
): Promise<EntryReply | Problem<CreditProblem | GivingProblem | 'unknown_programme'>> {
  const credit = readCredit(body, maxMinor)
  if (isProblem(credit)) return credit
  if (!(await programmeExists(db, programmeId))) return problem('unknown_programme')
  return db.transaction(async (tx) => {
    const entry = await creditByPhone(tx, programmeId, credit)
    if (isProblem(entry)) return entry
    const passportId = await findPassportByPhone(tx, credit.phone)
    await audit(tx, [entry.id, ...(passportId === null ? [] : [passportId])])
    return entry
  })
}

export type DebitReply = EntryReply & { readonly currency: string; readonly program_id: string }

/** Reverses a whole credit of any programme, at most once, and writes an audit entry. */
export async function debitAsOperator(
  db: Database,
  creditId: string,
  audit: Audit,
): Promise<DebitReply | Problem<ReversalProblem>> {
  if (!isUuid(creditId)) return problem('credit_not_found')
  return db.transaction(async (tx) => {
    const credit = await findCreditById(tx, creditId)
    if (credit === null) return problem('credit_not_found')
    const { programme_id, passport_id, currency, amount_minor: amountMinor } = credit
    const entry = await reverseCredit(tx, programme_id, creditId)
    if (isProblem(entry)) return entry
    await audit(tx, [creditId, passport_id], { amountMinor, currency })
    const balance = minorToUnits(entry.balanceMinor)
    return { id: entry.id, balance, currency, program_id: programme_id }
  })
}
