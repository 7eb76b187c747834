// Computes the current places of a certificate's kilograms, and the previous places of replaced
// ones. A place is a kilogram's position in its batch. Pure.

import type { LoggedReplacement, ReplacedRun } from '#features/log/prove-sales.ts'
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
  const runs: PresentPlaces[] = []
  for (const segment of segments) {
    if (segment.is_replaced) continue
    const run = {
      block: segment,
      first: segment.first_place,
      last: segment.first_place + segment.kg - 1,
    }
    const previous = runs.at(-1)
    const isAdjacent =
      previous?.block.batch_id === segment.batch_id && previous.last + 1 === run.first
    if (isAdjacent) runs.splice(-1, 1, { ...previous, last: run.last })
    else runs.push(run)
  }
  const weights = new Map<string, number>()
  for (const run of runs) {
    const id = run.block.batch_id
    weights.set(id, (weights.get(id) ?? 0) + kgOf(run))
  }
  // Among blocks with equal kilograms, the bought block is first.
  const weightOf = ({ block: { batch_id: id } }: PresentPlaces) =>
    (weights.get(id) ?? 0) + (id === bought.block.batch_id ? 0.5 : 0)
  const [lead = bought, ...rest] = runs.toSorted((one, other) => weightOf(other) - weightOf(one))
  return [lead, ...rest]
}

/** Returns the first place of each replaced run. */
export function replacedRuns(segments: readonly CertificateSegment[]): ReplacedRun[] {
  return segments
    .filter(({ is_replaced }) => is_replaced)
    .map(({ batch_id, first_place }) => ({ batchId: batch_id, firstPlace: first_place }))
}

/** Returns the replacements with the blocks of both places. `segments` contains all of these blocks. */
export function replacedPlaces(
  segments: readonly CertificateSegment[],
  replacements: readonly LoggedReplacement[],
): ReplacedPlaces[] {
  const blocks = new Map(segments.map((segment) => [segment.batch_id, segment]))
  return replacements.flatMap((logged) => {
    const [replaced, present] = [blocks.get(logged.former.batchId), blocks.get(logged.batchId)]
    if (replaced === undefined || present === undefined) return []
    const { firstPlace: first } = logged.former
    const last = first + logged.lastPlace - logged.firstPlace
    return {
      replaced: { block: replaced, first, last },
      present: { block: present, first: logged.firstPlace, last: logged.lastPlace },
      logged,
    }
  })
}
