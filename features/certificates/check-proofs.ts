// The audit of certificates beside the ledger's own: what each shows leads to the log's signed checkpoint.
import { findToldCertificates } from '#features/certificates/queries.ts'
import { isSaleProven } from '#features/log/prove-sale.ts'
import type { Look, Looks } from '#ledger/audit.ts'

/** Certificates of one read. */
const atOnce = 500

const checkProofs: Look = async (tx) => {
  let compared = 0
  const faults: { subject: string; expected: number; found: number }[] = []
  for (let behind: string | undefined = ''; behind !== undefined; ) {
    const some = await findToldCertificates(tx, behind, atOnce)
    for (const { purchase_id: purchaseId, tx_id: txId, ...sale } of some) {
      if (await isSaleProven(tx, { purchaseId, txId, ...sale })) continue
      // Its code would open it.
      faults.push({ subject: `certificate of purchase ${purchaseId}`, expected: 1, found: 0 })
    }
    compared += some.length
    behind = some.at(-1)?.code
  }
  return { compared, faults }
}

export const certificateLooks: Looks = {
  'the proof of every certificate leads to the signed checkpoint': checkProofs,
}
