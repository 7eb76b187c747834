// Reports tonnes that are in two batches, batches that cannot be compared, batches off sale, and
// projects that their registry ended.

import type { Db } from '#platform/database/database.ts'
import { type OfferRow, readOffers } from '../offers/batch-offers.ts'
import { auditTonnes } from './audit-tonnes.ts'

export type AuditedBatch = Omit<OfferRow, 'id' | 'offer'> & {
  /** Serials of batches that share tonnes with this one, without those marked as conflicting. */
  readonly meets: readonly string[]
}

export type NotCompared = {
  readonly registry: string
  readonly project: string
  readonly serial_number: string
  readonly offer: string
  /** True for a batch of a registry whose serials cannot be compared. */
  readonly is_uncompared: boolean
  readonly sold_kg: number
  readonly reason: string
  /** Reason to suspect that the batch shares units with another one, or null. */
  readonly suspicion: string | null
}

export type BatchAudit = {
  /**
   * True if no tonne is sold twice and every batch on sale was compared. A batch that was not compared is
   * accepted if `is_uncompared` is true and `suspicion` is null.
   */
  readonly ok: boolean
  /** Number of batches that were compared with all others of their series. */
  readonly compared: number
  readonly not_compared: readonly NotCompared[]
  /** Pairs of batches that both sell, or have sold, the tonnes `first` to `last`. */
  readonly meeting: readonly {
    readonly serial_number: string
    readonly other: string
    readonly first: string
    readonly last: string
  }[]
  /** Batches off sale, in one list for each reason: `conflicting`, `unread` and `withdrawn`. */
  readonly conflicting: readonly AuditedBatch[]
  readonly unread: readonly AuditedBatch[]
  readonly withdrawn: readonly AuditedBatch[]
  readonly unlisted_projects: readonly {
    readonly project: string
    readonly name: string
    readonly status: string
    readonly batches: number
    readonly sold_kg: number
  }[]
}

export async function auditBatches(db: Db): Promise<BatchAudit> {
  const [{ notOffered, unlisted }, tonnes] = [await readOffers(db), await auditTonnes(db)]
  const batchesWithOffer = (offer: string) =>
    notOffered
      .filter((batch) => batch.offer === offer)
      .map(({ id, offer: _, ...batch }) => ({ ...batch, meets: tonnes.meets.get(id) ?? [] }))
  const suspicions = new Map(tonnes.suspects.map(({ batch, reason }) => [batch.id, reason]))
  const notCompared = tonnes.notCompared.map(({ batch, reason }): NotCompared => {
    const { registry, project, serial_number, offer, is_uncompared, sold_kg } = batch
    const suspicion = suspicions.get(batch.id) ?? null
    return { registry, project, serial_number, offer, is_uncompared, sold_kg, reason, suspicion }
  })
  const unacceptedOnSale = notCompared.filter(
    ({ offer, is_uncompared: isUncompared, suspicion }) => {
      return offer === 'offered' && (!isUncompared || suspicion !== null)
    },
  )
  return {
    ok: tonnes.soldTwice.length === 0 && unacceptedOnSale.length === 0,
    compared: tonnes.compared,
    not_compared: notCompared,
    meeting: tonnes.soldTwice.map(({ one, other, first, last }) => ({
      serial_number: one.serial_number,
      other: other.serial_number,
      first: String(first),
      last: String(last),
    })),
    conflicting: batchesWithOffer('conflicting'),
    unread: batchesWithOffer('unread'),
    withdrawn: batchesWithOffer('withdrawn'),
    unlisted_projects: unlisted,
  }
}
