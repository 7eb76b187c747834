// Checks that every certificate's proof leads to the log's signed checkpoint, and that the log's
// entries lead to the present places of its kilograms.
import { replacedRuns } from '#features/certificates/certificate-places.ts'
import { findUnproven, type SoldKilograms } from '#features/log/check-proof.ts'
import type { AuditCheck, AuditChecks } from '#ledger/audit.ts'
import {
  type CertificateSegment,
  findLoggedCertificates,
  findSegmentsOf,
} from './certificate-queries.ts'

/** Reads this many certificates in a batch. */
export const lookAtProofs =
  (atOnce: number): AuditCheck =>
  async (tx) => {
    let compared = 0
    const faults: { subject: string; expected: number; found: number }[] = []
    for (let behind: string | undefined = ''; behind !== undefined; ) {
      const some = await findLoggedCertificates(tx, behind, atOnce)
      const ids = some.map(({ purchase_id: id }) => id)
      const segments = Map.groupBy(await findSegmentsOf(tx, ids), ({ purchase_id: id }) => id)
      const sales = some.map((row) => soldOf(row, segments.get(row.purchase_id) ?? []))
      for (const purchaseId of await findUnproven(tx, sales)) {
        // The code gives access to the certificate, so the fault names the purchase.
        faults.push({ subject: `certificate of purchase ${purchaseId}`, expected: 1, found: 0 })
      }
      compared += some.length
      behind = some.length < atOnce ? undefined : some.at(-1)?.code
    }
    return { compared, faults }
  }

type LoggedCertificate = Awaited<ReturnType<typeof findLoggedCertificates>>[number]

function soldOf(row: LoggedCertificate, segments: readonly CertificateSegment[]): SoldKilograms {
  const { purchase_id: purchaseId, tx_id: txId, registry, serial, first, last } = row
  const sold = { registry, serial, first, last }
  const present = segments
    .filter(({ is_replaced }) => !is_replaced)
    .map((segment) => ({
      registry: segment.registry,
      serial: segment.serial_number,
      first: segment.first_place,
      last: segment.first_place + segment.kg - 1,
    }))
  const here = segments.length === 0 ? [sold] : present
  return { purchaseId, txId, sold, present: here, former: replacedRuns(segments) }
}

export const certificateChecks: AuditChecks = {
  'the proof of every certificate leads to the signed checkpoint': lookAtProofs(500),
}
