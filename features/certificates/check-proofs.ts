// Verifies for the audit the inclusion proof of every certificate against the log's signed checkpoint. It also
// verifies that the log's entries lead to the current places.
import { replacedRanges } from '#features/certificates/certificate-places.ts'
import { findUnproven, type SoldKilograms } from '#features/log/check-proof.ts'
import type { AuditCheck, AuditChecks } from '#ledger/audit.ts'
import {
  type CertificateSegment,
  findLoggedCertificates,
  findSegmentsOf,
} from './certificate-queries.ts'

/** Returns the audit check, which reads `pageSize` certificates at a time. */
export const lookAtProofs =
  (pageSize: number): AuditCheck =>
  async (tx) => {
    let compared = 0
    const faults: { subject: string; expected: number; found: number }[] = []
    for (let lastCode: string | undefined = ''; lastCode !== undefined; ) {
      const page = await findLoggedCertificates(tx, lastCode, pageSize)
      const ids = page.map(({ purchase_id: id }) => id)
      const segments = Map.groupBy(await findSegmentsOf(tx, ids), ({ purchase_id: id }) => id)
      const sales = page.map((row) => saleOf(row, segments.get(row.purchase_id) ?? []))
      for (const purchaseId of await findUnproven(tx, sales)) {
        // The fault names the purchase, because the code would give access to the certificate.
        faults.push({ subject: `certificate of purchase ${purchaseId}`, expected: 1, found: 0 })
      }
      compared += page.length
      lastCode = page.length < pageSize ? undefined : page.at(-1)?.code
    }
    return { compared, faults }
  }

type LoggedCertificate = Awaited<ReturnType<typeof findLoggedCertificates>>[number]

function saleOf(row: LoggedCertificate, segments: readonly CertificateSegment[]): SoldKilograms {
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
  const kept = { ...sold, last: last - row.refunded_kg }
  const current = segments.length === 0 ? [kept] : present
  return {
    purchaseId,
    txId,
    sold,
    kept,
    present: current,
    replacedRanges: replacedRanges(segments),
  }
}

export const certificateChecks: AuditChecks = {
  'the proof of every certificate leads to the signed checkpoint': lookAtProofs(500),
}
