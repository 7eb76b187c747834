// Runs the audit of tonnes as one check of the ledger, in the ledger's snapshot.

import type { AuditChecks } from '#ledger/audit.ts'
import { auditTonnes } from './audit-tonnes.ts'

export const tonneChecks: AuditChecks = {
  'no tonne is for sale or sold in two batches': async (tx) => {
    const { compared, notCompared, soldTwice, suspects } = await auditTonnes(tx)
    const suspicions = new Map(suspects.map(({ batch, reason }) => [batch.id, reason]))
    return {
      compared,
      faults: soldTwice.map(({ one, other, first, last }) => ({
        subject: `${other.serial_number} shares tonnes with ${one.serial_number}, and`,
        expected: 0,
        found: Number(last - first + 1n),
      })),
      notCompared: notCompared.map(({ batch }) => {
        const suspicion = suspicions.get(batch.id)
        return suspicion === undefined
          ? batch.serial_number
          : `${batch.serial_number} (may be units of another batch: ${suspicion})`
      }),
    }
  },
}
