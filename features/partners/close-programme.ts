// Closes a programme. It gives no more credits, and calls of its terminals are refused. Wallets keep
// their money.

import {
  type ManagingProblem,
  refuseProgramme,
} from '#features/wallet/programmes/manage-programmes.ts'
import { lockProgramme, writeClosure } from '#features/wallet/programmes/programme-rows.ts'
import type { Audit } from '#platform/database/audit/audit-trail.ts'
import type { Database } from '#platform/database/database.ts'
import { isOwnProgramme } from '#values/lists/own-programmes.ts'
import type { Problem } from '#values/problem.ts'
import { endTerminalsOf } from './partner-queries.ts'

/**
 * Closes the programme, revokes its terminals and returns their ids. Problems: `reserved_programme`,
 * `unknown_programme`, `programme_closed`.
 */
export async function closeProgramme(
  db: Database,
  programmeId: string,
  audit: Audit,
): Promise<{ readonly terminals: readonly string[] } | Problem<ManagingProblem>> {
  if (isOwnProgramme(programmeId)) return refuseProgramme('reserved_programme')
  return db.transaction(async (tx) => {
    const row = await lockProgramme(tx, programmeId)
    if (row === null) return refuseProgramme('unknown_programme')
    if (row.closed_at !== null) return refuseProgramme('programme_closed')
    await writeClosure(tx, programmeId)
    const terminals = await endTerminalsOf(tx, programmeId)
    await audit(tx, [programmeId, ...terminals])
    return { terminals }
  })
}
