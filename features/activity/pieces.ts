// Computes the segments of a purchase's kilograms: one, or several after a registry took some of
// them back. Pure.
import { z } from 'zod'
import { tokenId, tokensFrom } from '#features/activity/token-ids.ts'
import { kgOf, type PlaceRange, rangesOf } from '#features/retirements/place-ranges.ts'

export type Piece = {
  readonly serial: string
  readonly firstPlace: number
  readonly kg: number
  readonly retired: readonly PlaceRange[]
}

const pieceRows = z.array(
  z.object({
    serial: z.string(),
    first: z.number(),
    kg: z.number(),
    is_present: z.boolean(),
    retired: z.string().nullable(),
  }),
)

/** `former`: segments that were replaced. */
export type Pieces = { readonly present: readonly Piece[]; readonly former: readonly Piece[] }

/** Returns the segments of a row of activity. */
export function piecesOf(row: {
  readonly serial_number: string
  readonly first_place: number
  readonly quantity_kg: number
  readonly retired: string | null
  readonly pieces: unknown
}): Pieces {
  if (row.pieces === null) {
    const { serial_number: serial, first_place: firstPlace, quantity_kg: kg } = row
    return { present: [{ serial, firstPlace, kg, retired: rangesOf(row.retired) }], former: [] }
  }
  const pieces = pieceRows.parse(row.pieces).map(({ first, retired, ...piece }) => ({
    ...piece,
    firstPlace: first,
    retired: rangesOf(retired),
  }))
  return {
    present: pieces.filter((piece) => piece.is_present),
    former: pieces.filter((piece) => !piece.is_present),
  }
}

export function retiredKgOf(pieces: readonly Piece[]): number {
  return pieces.reduce((sum, { retired }) => sum + kgOf(retired), 0)
}

/** Returns `count` kilograms of the segments, after skipping `from`. */
export function tokensOfPieces(pieces: readonly Piece[], from: number, count: number) {
  let [skip, left] = [from, count]
  return pieces.flatMap(({ serial, firstPlace, kg, retired }) => {
    const skipped = Math.min(skip, kg)
    const taken = Math.min(left, kg - skipped)
    skip -= skipped
    left -= taken
    return tokensFrom(serial, firstPlace + skipped, taken, retired)
  })
}

export function allTokensOf(pieces: readonly Piece[]) {
  return tokensOfPieces(pieces, 0, Number.POSITIVE_INFINITY)
}

/** Returns the first and last kilogram of each segment. */
export function tokenRangesOf(pieces: readonly Piece[]) {
  return pieces.map(({ serial, firstPlace, kg }) => {
    const last_token = tokenId(serial, firstPlace + kg - 1)
    return { kg, first_token: tokenId(serial, firstPlace), last_token }
  })
}

export function firstToken([piece]: readonly Piece[]): string | null {
  return piece === undefined ? null : tokenId(piece.serial, piece.firstPlace)
}

export function lastToken(pieces: readonly Piece[]): string | null {
  const piece = pieces.at(-1)
  return piece === undefined ? null : tokenId(piece.serial, piece.firstPlace + piece.kg - 1)
}
