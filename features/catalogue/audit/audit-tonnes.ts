// Finds tonnes that two batches sell or have sold. The audit has its own parser of serials, independent of
// the import's parser.

import type { AuditChecks } from '#ledger/audit.ts'
import type { Db } from '#platform/database/database.ts'
import {
  compareBatches,
  placesOf,
  type SerialOverlap,
  type SharedPlaces,
  type UnitRange,
} from '#values/serials/audited-serials.ts'
import {
  type ReplacedPlaces,
  readBatchPage,
  readReplacedPlaces,
  type TonneBatch,
} from '../offers/batch-offers.ts'

type Batch = TonneBatch & {
  readonly serial: string
  readonly issuedKg: number
}

/** Compares all batches with each other, page by page from the database. */
export async function auditTonnes(db: Db) {
  const { compared, notCompared, overlaps, suspects } = compareBatches(await readBatches(db))
  const ids = new Set(overlaps.flatMap(({ one, other }) => [one.id, other.id]))
  const replaced = Map.groupBy(
    await readReplacedPlaces(db, [...ids]),
    ({ batch_id: batchId }) => batchId,
  )
  const isSharedInUse = (batch: Batch, shared: UnitRange, first: bigint) =>
    isInUse(batch, placesOf(shared, first), replaced.get(batch.id) ?? [])
  const soldTwice = overlaps.filter(
    ({ one, other, shared, oneFirst, otherFirst }) =>
      isSharedInUse(one, shared, oneFirst) && isSharedInUse(other, shared, otherFirst),
  )
  return {
    compared,
    notCompared,
    /** Pairs that both sell, or have sold, a tonne that they share. */
    soldTwice: soldTwice.map(({ one, other, shared }) => ({ one, other, ...shared })),
    /** Batches of uncompared registries, on sale or sold, that may share units with another one. */
    suspects: suspects.filter(({ batch }) => batch.offer === 'offered' || batch.sold_kg > 0),
    /** Serials of batches that share a tonne and are not marked as conflicting, by batch id. */
    meets: overlappingSerials(overlaps),
  }
}

async function readBatches(db: Db): Promise<Batch[]> {
  const batches: Batch[] = []
  let page: TonneBatch[] = []
  do {
    page = await readBatchPage(db, page.at(-1)?.id ?? null)
    batches.push(
      ...page.map((row) => ({ ...row, serial: row.serial_number, issuedKg: row.issued_kg })),
    )
  } while (page.length > 0)
  return batches
}

/**
 * Returns true if any of the places is for sale, or was sold and not replaced. A batch sells its places in
 * ascending order, so places up to `sold_kg` are sold.
 */
function isInUse(
  { offer, sold_kg: soldKg }: TonneBatch,
  { first, last }: SharedPlaces,
  replaced: readonly ReplacedPlaces[],
): boolean {
  if (offer === 'offered') return true
  const soldInRange = Math.min(last, soldKg) - first + 1
  const replacedInRange = replaced.reduce((sum, { first_place: from, kg }) => {
    return sum + Math.max(0, Math.min(last, from + kg - 1) - Math.max(first, from) + 1)
  }, 0)
  return soldInRange > replacedInRange
}

/** Returns the serials of overlapping batches by batch id, without batches marked as conflicting. */
function overlappingSerials(overlaps: readonly SerialOverlap<Batch>[]): Map<string, string[]> {
  const pairs = overlaps.flatMap(({ one, other }) => [
    { id: one.id, overlapping: other },
    { id: other.id, overlapping: one },
  ])
  const unmarked = pairs.filter(({ overlapping }) => overlapping.offer !== 'conflicting')
  const byId = Map.groupBy(unmarked, ({ id }) => id)
  return new Map(
    [...byId].map(([id, each]) => [
      id,
      each.map(({ overlapping }) => overlapping.serial).toSorted(),
    ]),
  )
}

/** Declares the audit of tonnes as a check of the ledger, which runs in the ledger's snapshot. */
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
