// Collects the evidence about a disputed purchase: purchase and payment, sessions, delivery. It
// holds no data of any user but the buyer.

import { proveSales } from '#features/log/prove-sales.ts'
import { listReported } from '#features/purchases/disputes/list-reported.ts'
import { noteReport } from '#features/purchases/disputes/note-report.ts'
import type { Services } from '#features/purchases/purchase-services.ts'
import { listParts, type PlacesPart } from '#features/retirements/list-parts.ts'
import type { Db } from '#platform/database/database.ts'
import { type EvidenceSegment, findEvidence } from './evidence-queries.ts'

export type Delivered = {
  readonly serial: string
  readonly vintageYear: number
  readonly parts: readonly PlacesPart[]
}

export type Evidence = NonNullable<Awaited<ReturnType<typeof readEvidence>>>

/**
 * Returns the evidence; null where the purchase does not exist. Values that the provider does not
 * return now are missing.
 */
export async function readEvidence(services: Services, purchaseId: string) {
  const { db, settings } = services
  const found = await findEvidence(db, purchaseId)
  if (found === null) return null
  const { bought, pieces: segments, signIns, messages } = found
  const card = await cardOf(services, bought)
  const [reported, delivered, proven] = await Promise.all([
    listReported(db, purchaseId),
    Promise.all(segments.map((segment) => deliveredOf(db, segment))),
    proveSales(db, [{ purchaseId, former: [] }]),
  ])
  // On a gift, the certificate belongs to the holder and may name another user.
  const isOwn = !bought.is_gift || bought.is_holder_buyer
  const certificate = isOwn && bought.certificate !== null ? bought.certificate : null
  return {
    bought,
    card,
    signIns,
    messages,
    disputes: reported.disputes,
    delivered,
    proof: proven.get(purchaseId)?.proof ?? null,
    origin: settings.publicUrl,
    certificateUrl: certificate === null ? null : `${settings.publicUrl}/c/${certificate}`,
  }
}

type Charged = {
  readonly id: string
  readonly tx_id: string
  readonly card_payment_id: string | null
}

/** Returns the provider's card, and stores its report, so that a dispute's deadline is current. */
async function cardOf(services: Services, bought: Charged) {
  try {
    return (await noteReport(services, bought))?.card ?? null
  } catch (error) {
    services.log.warn('card provider does not answer for evidence', { tx_id: bought.tx_id, error })
    return null
  }
}

async function deliveredOf(db: Db, segment: EvidenceSegment): Promise<Delivered> {
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
