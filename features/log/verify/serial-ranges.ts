// Finds pairs of batches in a log whose serials contain the same tonnes, and pairs that both allocated
// the same tonnes.
import type { PlaceSet, Places } from '#features/log/verify/place-set.ts'
import {
  type AuditedBatch,
  compareBatches,
  placesOf,
  type SerialOverlap,
} from '#values/serials/audited-serials.ts'

type Batch = AuditedBatch & {
  readonly allocatedKg: number
  readonly replaced: PlaceSet
}

/**
 * Compares batches by their serials. A replaced kilogram counts only in the batch that replaces it.
 * `suspected`: a sentence for each batch that was not compared and may share units with another one.
 */
export function auditSerials(batches: readonly Batch[]) {
  const { compared, notCompared, overlaps, suspects } = compareBatches(batches)
  const overlapsByFault = Map.groupBy(overlaps, (overlap) => isAllocatedTwice(overlap))
  const sentences = (isFault: boolean) =>
    (overlapsByFault.get(isFault) ?? []).map(({ one, other, shared }) => {
      const verb = isFault ? 'give of' : 'hold'
      return `${one.serial} and ${other.serial} both ${verb} tonnes ${shared.first} to ${shared.last}.`
    })
  return {
    compared,
    notCompared: notCompared.map(({ batch: { registry, serial } }) => ({ registry, serial })),
    suspected: suspects.map(({ batch: { registry, serial }, reason }) => {
      return `${registry} ${serial} may be units of another batch: ${reason}.`
    }),
    /** A sentence for each pair of batches that both allocated the same tonnes. */
    faults: sentences(true),
    /** A sentence for each pair with shared tonnes that at most one of them allocated. */
    overlapping: sentences(false),
  }
}

function isAllocatedTwice({
  one,
  other,
  shared,
  oneFirst,
  otherFirst,
}: SerialOverlap<Batch>): boolean {
  const isAllocated = (batch: Batch, first: bigint) =>
    allocatedKgOf(batch, placesOf(shared, first)) > 0
  return isAllocated(one, oneFirst) && isAllocated(other, otherFirst)
}

/** Returns the number of kilograms at these places that are allocated and not replaced. */
function allocatedKgOf({ allocatedKg, replaced }: Batch, { first, last }: Places): number {
  const through = Math.min(last, allocatedKg)
  return through < first ? 0 : through - first + 1 - replaced.kgWithin({ first, last: through })
}
