// Corrects a retirement recorded by mistake, with an opposite record and a reason. The original
// record stays.

import { noteCorrections } from '#ledger/notices.ts'
import type { Audit } from '#platform/database/audit/audit-trail.ts'
import type { Database } from '#platform/database/database.ts'
import { type Problem, problem } from '#values/problem.ts'
import { findByReference, lockSoldBatches, writeCorrections } from './retirement-queries.ts'

/** Most letters of a reason. */
const reasonMaxLength = 500

export type CorrectionProblem = 'reason_needed' | 'retirement_not_found'

/**
 * Corrects all records of a registry's reference; `audit` is written with them. Problems, with
 * their sentence in `text`: `reason_needed`, `retirement_not_found` where there is no uncorrected
 * record.
 */
export async function correctRetirement(
  db: Database,
  reference: string,
  reason: string,
  audit: Audit,
): Promise<{ readonly kg: number; readonly records: number } | Problem<CorrectionProblem>> {
  const words = reason.trim()
  if (words === '' || words.length > reasonMaxLength) {
    const text = `Say why, in at most ${reasonMaxLength} letters: --reason TEXT.`
    return problem('reason_needed', { text })
  }
  return db.transaction(async (tx) => {
    const batchIds = (await findByReference(tx, reference)).map(({ batch_id }) => batch_id)
    await lockSoldBatches(tx, [...new Set(batchIds)])
    // Read again, because another command may have corrected it while this one waited.
    const records = await findByReference(tx, reference)
    if (records.length === 0) {
      const text = `There is no retirement ${reference}, or it was taken back.`
      return problem('retirement_not_found', { text })
    }
    const corrections = await noteCorrections(
      tx,
      records.map(({ notice_id }) => notice_id),
    )
    await writeCorrections(tx, corrections, words)
    await audit(tx, [...new Set(records.map(({ batch_id }) => batch_id)), reference])
    const kg = records.reduce((sum, each) => sum + each.last_place - each.first_place + 1, 0)
    return { kg, records: records.length }
  })
}
