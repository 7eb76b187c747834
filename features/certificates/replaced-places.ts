// What a certificate says of kilograms that a registry took back: which of the bought places they were, and
// which places of other batches their holder has instead. Pure.
import type { CertificatePiece } from '#features/certificates/queries.ts'
import type { PlacesPart } from '#features/retirements/list-parts.ts'
import type { PlaceRange } from '#features/retirements/place-ranges.ts'

/** `date` is the day of the replacement, UTC. */
export type ReplacedPart = PlaceRange & {
  readonly state: 'replaced'
  readonly reference: null
  readonly url: null
  readonly date: string
}
export type CertificatePart = PlacesPart | ReplacedPart

export type Replacement = {
  readonly batchId: string
  readonly project: string
  /** ISO 3166-1, two letters. */
  readonly country: string
  readonly vintageYear: number
  readonly registry: string
  readonly serial: string
  readonly places: PlaceRange
}

const placesOf = ({ first_place, kg }: CertificatePiece): PlaceRange => {
  return { first: first_place, last: first_place + kg - 1 }
}

/** What stands in, of whichever batches; none where nothing was replaced. */
export function replacementsOf(
  pieces: readonly CertificatePiece[],
  boughtBatchId: string,
): Replacement[] {
  return pieces
    .filter(({ batch_id, is_replaced }) => batch_id !== boughtBatchId && !is_replaced)
    .map((piece) => ({
      batchId: piece.batch_id,
      project: piece.project,
      country: piece.country,
      vintageYear: piece.vintage_year,
      registry: piece.registry,
      serial: piece.serial_number,
      places: placesOf(piece),
    }))
}

/** `parts` of the bought batch, in their order; those that were replaced are told apart. */
export function markReplaced(
  parts: readonly PlacesPart[],
  pieces: readonly CertificatePiece[],
  boughtBatchId: string,
): CertificatePart[] {
  const replaced = pieces
    .filter(({ batch_id, is_replaced }) => batch_id === boughtBatchId && is_replaced)
    .map((piece) => ({ ...placesOf(piece), day: piece.day }))
    .sort((one, other) => one.first - other.first)
  return parts.flatMap((part) => (part.state === 'allocated' ? cut(part, replaced) : [part]))
}

type Taken = PlaceRange & { readonly day: string }

function cut(
  part: PlacesPart & { readonly state: 'allocated' },
  replaced: readonly Taken[],
): CertificatePart[] {
  const cuts: CertificatePart[] = []
  let next = part.first
  for (const { first, last, day } of replaced) {
    if (last < next || first > part.last) continue
    if (first > next) cuts.push({ ...part, first: next, last: first - 1 })
    const taken = { first: Math.max(first, next), last: Math.min(last, part.last) }
    cuts.push({ ...taken, state: 'replaced', reference: null, url: null, date: day })
    next = taken.last + 1
  }
  if (next <= part.last) cuts.push({ ...part, first: next })
  return cuts
}
