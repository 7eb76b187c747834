// The operator's own credit to a person (contract 8): the same rules, limits and ledger as a
// partner's call.
import type { CreditBody, EntryReply } from '#features/partners/contract.ts'
import {
  type CreditProblem,
  creditByPhone,
  readCredit,
} from '#features/partners/credit-by-phone.ts'
import { programmeExists } from '#features/partners/queries.ts'
import type { Database } from '#platform/database/database.ts'
import { isProblem, type Problem, problem } from '#values/problem.ts'

/** `maxMinor` is the most of one credit. Problems: `unknown_programme` and CreditProblem. */
export async function creditAsOperator(
  db: Database,
  maxMinor: number,
  programmeId: string,
  body: CreditBody,
): Promise<EntryReply | Problem<CreditProblem | 'unknown_programme'>> {
  const credit = readCredit(body, maxMinor)
  if (isProblem(credit)) return credit
  if (!(await programmeExists(db, programmeId))) return problem('unknown_programme')
  return db.transaction((tx) => creditByPhone(tx, programmeId, credit))
}
