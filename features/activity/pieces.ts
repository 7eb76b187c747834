// The kilograms of a purchase in pieces: one, as it was bought, unless its registry took some of them back
// and others stand in for them. Pure.
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

/** `former`: what others stand in for. */
export type Pieces = { readonly present: readonly Piece[]; readonly former: readonly Piece[] }

/** As the SQL of activity reads them. */
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

/** `count` kilograms of the pieces, after the first `from` of them. */
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

/** First and last kilogram of each piece. */
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
