// What an operator should know of the batches: those that share tonnes, those that were taken off sale,
// and projects that their registry ended. It changes nothing.
import { auditSpellings, type MisspelledBatch } from '#features/projects/audit-spellings.ts'
import { type OfferRow, readOffers } from '#features/projects/offer-queries.ts'
import type { Db } from '#platform/database/database.ts'

export type AuditedBatch = Omit<OfferRow, 'id' | 'offer'> & {
  /** Serials of the batches with which it shares tonnes. */
  readonly meets: readonly string[]
}

export type BatchAudit = {
  /** Nothing is for sale twice, and every batch holds what its serial says and can be read. */
  readonly ok: boolean
  readonly conflicting: readonly AuditedBatch[]
  readonly withdrawn: readonly AuditedBatch[]
  readonly unlisted_projects: readonly {
    readonly project: string
    readonly name: string
    readonly status: string
    readonly batches: number
    readonly sold_kg: number
  }[]
  /** Pairs that the database's constraint should have refused. */
  readonly meeting: readonly { readonly serial_number: string; readonly other: string }[]
  /** Batches that came in before a serial's tonnes were compared with its quantity. */
  readonly uneven: readonly {
    readonly serial_number: string
    readonly tonnes: number
    readonly issued_kg: number
  }[]
  /** Batches that came in under a serial which an import refuses today. */
  readonly misspelled: readonly MisspelledBatch[]
}

export async function auditBatches(db: Db): Promise<BatchAudit> {
  const { notOffered, met, meeting, uneven, unlisted } = await readOffers(db)
  const misspelled = await auditSpellings(db)
  const metBy = Map.groupBy(met, ({ id }) => id)
  const withMet = (offer: string) =>
    notOffered
      .filter((batch) => batch.offer === offer)
      .map(({ id, offer: _, ...batch }) => ({
        ...batch,
        meets: (metBy.get(id) ?? []).map(({ serial_number }) => serial_number),
      }))
  return {
    ok:
      meeting.length === 0 &&
      uneven.length === 0 &&
      misspelled.every(({ offer }) => offer !== 'offered'),
    conflicting: withMet('conflicting'),
    withdrawn: withMet('withdrawn'),
    unlisted_projects: unlisted,
    meeting,
    uneven,
    misspelled,
  }
}
