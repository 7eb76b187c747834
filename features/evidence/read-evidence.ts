// Collects the evidence about a disputed purchase: purchase and payment, sessions, delivery. It contains
// personal data of the buyer, but of no other user.

import { proveSales } from '#features/log/prove-sales.ts'
import { listReported } from '#features/purchases/disputes/list-reported.ts'
import { noteReport } from '#features/purchases/disputes/note-report.ts'
import type { Services } from '#features/purchases/purchase-services.ts'
import { listParts } from '#features/retirements/list-parts.ts'
import type { Db } from '#platform/database/database.ts'
import { type EvidenceSegment, findEvidence } from './evidence-queries.ts'

export type Delivery = Awaited<ReturnType<typeof readDelivery>>

export type Evidence = NonNullable<Awaited<ReturnType<typeof readEvidence>>>

/**
 * Returns the evidence, or null if the purchase does not exist. Also requests and stores the card
 * provider's current report. If the provider does not reply, `card` is null.
 */
export async function readEvidence(services: Services, purchaseId: string) {
  const { db, settings } = services
  const evidence = await findEvidence(db, purchaseId)
  if (evidence === null) return null
  const { purchase, segments, sessions, messages } = evidence
  const card = await readCard(services, purchase)
  const [reports, deliveries, proofs] = await Promise.all([
    listReported(db, purchaseId),
    Promise.all(segments.map((segment) => readDelivery(db, segment))),
    proveSales(db, [{ purchaseId, replacedRanges: [] }]),
  ])
  // The certificate of a gift belongs to the holder and may name another user.
  const isBuyersCertificate = !purchase.is_gift || purchase.is_holder_buyer
  const certificate = isBuyersCertificate ? purchase.certificate : null
  return {
    purchase,
    card,
    sessions,
    messages,
    disputes: reports.disputes,
    deliveries,
    proof: proofs.get(purchaseId)?.proof ?? null,
    origin: settings.publicUrl,
    certificateUrl: certificate === null ? null : `${settings.publicUrl}/c/${certificate}`,
  }
}

type ChargedPurchase = {
  readonly id: string
  readonly tx_id: string
  readonly card_payment_id: string | null
}

/**
 * Requests and stores the card provider's report, so that a dispute's deadline is current. Returns the
 * card. If the provider fails, logs a warning and returns null.
 */
async function readCard(services: Services, purchase: ChargedPurchase) {
  try {
    return (await noteReport(services, purchase))?.card ?? null
  } catch (error) {
    services.log.warn('card provider does not answer for evidence', {
      tx_id: purchase.tx_id,
      error,
    })
    return null
  }
}

async function readDelivery(db: Db, segment: EvidenceSegment) {
  const {
    batch_id,
    first_place: first,
    kg,
    serial_number: serial,
    vintage_year: vintageYear,
  } = segment
  return {
    serial,
    vintageYear,
    parts: await listParts(db, batch_id, { first, last: first + kg - 1 }),
  }
}
