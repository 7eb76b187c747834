// Where the kilograms of a certificate are now, and where those were that a registry took back. Pure.

import type { FormerPlaces, ToldReplacement } from '#features/log/prove-sales.ts'
import type { PlaceRange } from '#features/retirements/place-ranges.ts'
import type { BlockRow, CertificatePiece } from './certificate-queries.ts'

/** Kilograms of one block that follow each other. */
export type PresentPlaces = PlaceRange & { readonly block: BlockRow }

/** Kilograms of which others took the place; `present` may be others' former ones in turn. */
export type ReplacedPlaces = {
  readonly former: PresentPlaces
  readonly present: PresentPlaces
  readonly told: ToldReplacement
}

const kgOf = ({ first, last }: PlaceRange) => last - first + 1

/**
 * The block of most kilograms first, then by blocks; in their order within a block. They are what was
 * bought where nothing was replaced.
 */
export function presentPlaces(
  bought: PresentPlaces,
  pieces: readonly CertificatePiece[],
): readonly [PresentPlaces, ...PresentPlaces[]] {
  const runs: PresentPlaces[] = []
  for (const piece of pieces) {
    if (piece.is_replaced) continue
    const run = { block: piece, first: piece.first_place, last: piece.first_place + piece.kg - 1 }
    const before = runs.at(-1)
    const goesOn = before?.block.batch_id === piece.batch_id && before.last + 1 === run.first
    if (goesOn) runs.splice(-1, 1, { ...before, last: run.last })
    else runs.push(run)
  }
  const weights = new Map<string, number>()
  for (const run of runs) {
    const id = run.block.batch_id
    weights.set(id, (weights.get(id) ?? 0) + kgOf(run))
  }
  // Of two blocks with as many kilograms the one that was bought leads.
  const weightOf = ({ block: { batch_id: id } }: PresentPlaces) =>
    (weights.get(id) ?? 0) + (id === bought.block.batch_id ? 0.5 : 0)
  const [lead = bought, ...rest] = runs.toSorted((one, other) => weightOf(other) - weightOf(one))
  return [lead, ...rest]
}

/** Where each run begins that was replaced. */
export function formerPlaces(pieces: readonly CertificatePiece[]): FormerPlaces[] {
  return pieces
    .filter(({ is_replaced }) => is_replaced)
    .map(({ batch_id, first_place }) => ({ batchId: batch_id, firstPlace: first_place }))
}

/** With their blocks; all of them are among the pieces. */
export function replacedPlaces(
  pieces: readonly CertificatePiece[],
  replacements: readonly ToldReplacement[],
): ReplacedPlaces[] {
  const blocks = new Map(pieces.map((piece) => [piece.batch_id, piece]))
  return replacements.flatMap((told) => {
    const [former, present] = [blocks.get(told.former.batchId), blocks.get(told.batchId)]
    if (former === undefined || present === undefined) return []
    const { firstPlace: first } = told.former
    const last = first + told.lastPlace - told.firstPlace
    return {
      former: { block: former, first, last },
      present: { block: present, first: told.firstPlace, last: told.lastPlace },
      told,
    }
  })
}
