// Corrects a retirement that was recorded by mistake. Inserts a correction with a reason; the original
// record stays.

import { noteCorrections } from '#ledger/log-notices.ts'
import type { Audit } from '#platform/database/audit/audit-trail.ts'
import type { Database } from '#platform/database/database.ts'
import { type Problem, problem } from '#values/problem.ts'
import { findByReference, lockSoldBatches, writeCorrections } from './retirement-queries.ts'

/** Maximum length of a reason, in UTF-16 code units. */
const reasonMaxLength = 500

export type CorrectionProblem = 'reason_needed' | 'retirement_not_found'

/**
 * Corrects all records of a registry's reference, and writes `audit` in the same transaction. Locks
 * their batches. Problems: `reason_needed`, and `retirement_not_found` if no uncorrected record has
 * the reference.
 */
export async function correctRetirement(
  db: Database,
  reference: string,
  reason: string,
  audit: Audit,
): Promise<{ readonly kg: number; readonly records: number } | Problem<CorrectionProblem>> {
  const reasonText = reason.trim()
  if (reasonText === '' || reasonText.length > reasonMaxLength) {
    const text = `Say why, in at most ${reasonMaxLength} letters: --reason TEXT.`
    return problem('reason_needed', { text })
  }
  return db.transaction(async (tx) => {
    const batchIds = (await findByReference(tx, reference)).map(({ batch_id }) => batch_id)
    await lockSoldBatches(tx, [...new Set(batchIds)])
    // Reads again under the lock, because a concurrent command may have corrected the records.
    const records = await findByReference(tx, reference)
    if (records.length === 0) {
      const text = `There is no retirement ${reference}, or it was taken back.`
      return problem('retirement_not_found', { text })
    }
    const corrections = await noteCorrections(
      tx,
      records.map(({ notice_id }) => notice_id),
    )
    await writeCorrections(tx, corrections, reasonText)
    await audit(tx, [...new Set(records.map(({ batch_id }) => batch_id)), reference])
    const kg = records.reduce((sum, each) => sum + each.last_place - each.first_place + 1, 0)
    return { kg, records: records.length }
  })
}
