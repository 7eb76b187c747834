// Checks that every certificate's proof leads to the log's signed checkpoint, and that the log's
// entries lead to the present places of its kilograms.
import { formerPlaces } from '#features/certificates/present-places.ts'
import { findUnproven, type SoldKilograms } from '#features/log/check-proof.ts'
import type { Look, Looks } from '#ledger/audit.ts'
import { type CertificatePiece, findPiecesOf, findToldCertificates } from './certificate-queries.ts'

/** Reads this many certificates in a batch. */
export const lookAtProofs =
  (atOnce: number): Look =>
  async (tx) => {
    let compared = 0
    const faults: { subject: string; expected: number; found: number }[] = []
    for (let behind: string | undefined = ''; behind !== undefined; ) {
      const some = await findToldCertificates(tx, behind, atOnce)
      const ids = some.map(({ purchase_id: id }) => id)
      const pieces = Map.groupBy(await findPiecesOf(tx, ids), ({ purchase_id: id }) => id)
      const sales = some.map((row) => soldOf(row, pieces.get(row.purchase_id) ?? []))
      for (const purchaseId of await findUnproven(tx, sales)) {
        // The certificate's code would open it, so the fault names the purchase.
        faults.push({ subject: `certificate of purchase ${purchaseId}`, expected: 1, found: 0 })
      }
      compared += some.length
      behind = some.length < atOnce ? undefined : some.at(-1)?.code
    }
    return { compared, faults }
  }

type ToldCertificate = Awaited<ReturnType<typeof findToldCertificates>>[number]

function soldOf(row: ToldCertificate, pieces: readonly CertificatePiece[]): SoldKilograms {
  const { purchase_id: purchaseId, tx_id: txId, registry, serial, first, last } = row
  const sold = { registry, serial, first, last }
  const present = pieces
    .filter(({ is_replaced }) => !is_replaced)
    .map((piece) => ({
      registry: piece.registry,
      serial: piece.serial_number,
      first: piece.first_place,
      last: piece.first_place + piece.kg - 1,
    }))
  const here = pieces.length === 0 ? [sold] : present
  return { purchaseId, txId, sold, present: here, former: formerPlaces(pieces) }
}

export const certificateLooks: Looks = {
  'the proof of every certificate leads to the signed checkpoint': lookAtProofs(500),
}
