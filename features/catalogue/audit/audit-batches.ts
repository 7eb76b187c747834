// Reports tonnes that are in two batches, batches that cannot be compared, batches off sale, and
// projects that their registry ended.

import type { Db } from '#platform/database/database.ts'
import { readOffers } from '../offers/batch-offers.ts'
import { auditTonnes } from './audit-tonnes.ts'

export type AuditedBatch = BatchAudit['withdrawn'][number]

export type NotCompared = BatchAudit['not_compared'][number]

export type BatchAudit = Awaited<ReturnType<typeof auditBatches>>

export async function auditBatches(db: Db) {
  const [{ notOffered, unlisted }, tonnes] = [await readOffers(db), await auditTonnes(db)]
  const batchesWithOffer = (offer: string) =>
    notOffered
      .filter((batch) => batch.offer === offer)
      // `meets`: serials of batches that share tonnes with this one, without those marked as conflicting.
      .map(({ id, offer: _, ...batch }) => ({ ...batch, meets: tonnes.meets.get(id) ?? [] }))
  const suspicions = new Map(tonnes.suspects.map(({ batch, reason }) => [batch.id, reason]))
  const notCompared = tonnes.notCompared.map(({ batch, reason }) => {
    const { registry, project, serial_number, offer, is_uncompared, sold_kg } = batch
    // The reason to suspect that the batch shares units with another one, or null.
    const suspicion = suspicions.get(batch.id) ?? null
    return { registry, project, serial_number, offer, is_uncompared, sold_kg, reason, suspicion }
  })
  const unacceptedOnSale = notCompared.filter(
    ({ offer, is_uncompared: isUncompared, suspicion }) => {
      return offer === 'offered' && (!isUncompared || suspicion !== null)
    },
  )
  return {
    /**
     * True if no tonne is sold twice and every batch on sale was compared. A batch that was not compared is
     * accepted if `is_uncompared` is true and `suspicion` is null.
     */
    ok: tonnes.soldTwice.length === 0 && unacceptedOnSale.length === 0,
    /** Number of batches that were compared with all others of their series. */
    compared: tonnes.compared,
    not_compared: notCompared,
    /** Pairs of batches that both sell, or have sold, the tonnes `first` to `last`. */
    meeting: tonnes.soldTwice.map(({ one, other, first, last }) => ({
      serial_number: one.serial_number,
      other: other.serial_number,
      first: String(first),
      last: String(last),
    })),
    /** Batches off sale, in one list for each reason: `conflicting`, `unread` and `withdrawn`. */
    conflicting: batchesWithOffer('conflicting'),
    unread: batchesWithOffer('unread'),
    withdrawn: batchesWithOffer('withdrawn'),
    unlisted_projects: unlisted,
  }
}
