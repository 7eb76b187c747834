// Computes the current places of a certificate's kilograms, and the previous places of replaced
// kilograms. A place is a kilogram's position in its batch.

import type { LoggedReplacement, ReplacedRange } from '#features/log/prove-sales.ts'
import type { PlaceRange } from '#features/retirements/place-ranges.ts'
import type { BlockRow, CertificateSegment } from './certificate-queries.ts'

/** Consecutive places of one block of credits, which is a batch of the catalogue. */
export type PresentPlaces = PlaceRange & { readonly block: BlockRow }

/** Replaced places, and the places that replaced them. A later replacement may replace `present` too. */
export type ReplacedPlaces = {
  readonly replaced: PresentPlaces
  readonly present: PresentPlaces
  readonly logged: LoggedReplacement
}

const kgOf = ({ first, last }: PlaceRange) => last - first + 1

/**
 * Returns the current places, grouped by block and in ascending order within a block. The block with the
 * most kilograms is first. Without a replacement they are the bought places.
 */
export function presentPlaces(
  bought: PresentPlaces,
  segments: readonly CertificateSegment[],
): readonly [PresentPlaces, ...PresentPlaces[]] {
  const ranges: PresentPlaces[] = []
  for (const segment of segments) {
    if (segment.is_replaced) continue
    const range = {
      block: segment,
      first: segment.first_place,
      last: segment.first_place + segment.kg - 1,
    }
    const previous = ranges.at(-1)
    const isAdjacent =
      previous?.block.batch_id === segment.batch_id && previous.last + 1 === range.first
    if (isAdjacent) ranges.splice(-1, 1, { ...previous, last: range.last })
    else ranges.push(range)
  }
  const kgByBlock = new Map<string, number>()
  for (const range of ranges) {
    const id = range.block.batch_id
    kgByBlock.set(id, (kgByBlock.get(id) ?? 0) + kgOf(range))
  }
  // Among blocks with equal kilograms, the bought block is first.
  const weightOf = ({ block: { batch_id: id } }: PresentPlaces) =>
    (kgByBlock.get(id) ?? 0) + (id === bought.block.batch_id ? 0.5 : 0)
  const [main = bought, ...rest] = ranges.toSorted((one, other) => weightOf(other) - weightOf(one))
  return [main, ...rest]
}

/** Returns the replaced ranges of places. */
export function replacedRanges(segments: readonly CertificateSegment[]): ReplacedRange[] {
  return segments
    .filter(({ is_replaced }) => is_replaced)
    .map(({ batch_id, first_place }) => ({ batchId: batch_id, firstPlace: first_place }))
}

/** Returns each replacement with the blocks of both its places. `segments` contains all these blocks. */
export function replacedPlaces(
  segments: readonly CertificateSegment[],
  replacements: readonly LoggedReplacement[],
): ReplacedPlaces[] {
  const blocks = new Map(segments.map((segment) => [segment.batch_id, segment]))
  return replacements.flatMap((logged) => {
    const [replaced, present] = [blocks.get(logged.replaced.batchId), blocks.get(logged.batchId)]
    if (replaced === undefined || present === undefined) return []
    const { firstPlace: first } = logged.replaced
    const last = first + logged.lastPlace - logged.firstPlace
    return {
      replaced: { block: replaced, first, last },
      present: { block: present, first: logged.firstPlace, last: logged.lastPlace },
      logged,
    }
  })
}
