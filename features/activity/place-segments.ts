// Computes the segments of a purchase's kilograms. A segment is a range of consecutive kilograms of a batch.
// A purchase has several segments after a registry took some kilograms back. Pure.
import { z } from 'zod'
import { kgOf, type PlaceRange, rangesOf } from '#features/retirements/place-ranges.ts'

export type Segment = {
  readonly serial: string
  readonly firstPlace: number
  readonly kg: number
  readonly retired: readonly PlaceRange[]
}

const segmentRows = z.array(
  z.object({
    serial: z.string(),
    first: z.number(),
    kg: z.number(),
    is_present: z.boolean(),
    retired: z.string().nullable(),
  }),
)

/** `present` contains the current segments, `replaced` those that a registry took back. */
export type Segments = {
  readonly present: readonly Segment[]
  readonly replaced: readonly Segment[]
}

/** Returns the segments of a row of activity. */
export function segmentsOf(row: {
  readonly serial_number: string
  readonly first_place: number
  readonly quantity_kg: number
  readonly retired: string | null
  readonly segments: unknown
}): Segments {
  if (row.segments === null) {
    const { serial_number: serial, first_place: firstPlace, quantity_kg: kg } = row
    return { present: [{ serial, firstPlace, kg, retired: rangesOf(row.retired) }], replaced: [] }
  }
  const segments = segmentRows.parse(row.segments).map(({ first, retired, ...segment }) => ({
    ...segment,
    firstPlace: first,
    retired: rangesOf(retired),
  }))
  return {
    present: segments.filter((segment) => segment.is_present),
    replaced: segments.filter((segment) => !segment.is_present),
  }
}

export function retiredKgOf(segments: readonly Segment[]): number {
  return segments.reduce((sum, { retired }) => sum + kgOf(retired), 0)
}

/** Skips `offset` tokens of the segments and returns the next `count`. A token is a kilogram with its id. */
export function tokensOfSegments(segments: readonly Segment[], offset: number, count: number) {
  let [toSkip, toTake] = [offset, count]
  return segments.flatMap(({ serial, firstPlace, kg, retired }) => {
    const skippedKg = Math.min(toSkip, kg)
    const takenKg = Math.min(toTake, kg - skippedKg)
    toSkip -= skippedKg
    toTake -= takenKg
    return tokensFrom(serial, firstPlace + skippedKg, takenKg, retired)
  })
}

export function allTokensOf(segments: readonly Segment[]) {
  return tokensOfSegments(segments, 0, Number.POSITIVE_INFINITY)
}

/** Returns the first and last token id of each segment. */
export function tokenRangesOf(segments: readonly Segment[]) {
  return segments.map(({ serial, firstPlace, kg }) => {
    const last_token = tokenId(serial, firstPlace + kg - 1)
    return { kg, first_token: tokenId(serial, firstPlace), last_token }
  })
}

export function firstToken([segment]: readonly Segment[]): string | null {
  return segment === undefined ? null : tokenId(segment.serial, segment.firstPlace)
}

export function lastToken(segments: readonly Segment[]): string | null {
  const segment = segments.at(-1)
  return segment === undefined ? null : tokenId(segment.serial, segment.firstPlace + segment.kg - 1)
}

/** Returns the id of a token. `place` is the kilogram's position in its batch, from 1. */
function tokenId(serialNumber: string, place: number): string {
  return `${serialNumber}.${place}`
}

/** Returns `count` tokens from `firstPlace`. Tokens in a range of `retired` have the state `retired`. */
function tokensFrom(
  serialNumber: string,
  firstPlace: number,
  count: number,
  retired: readonly PlaceRange[],
) {
  return Array.from({ length: count }, (_, index) => {
    const place = firstPlace + index
    const isRetired = retired.some(({ first, last }) => first <= place && place <= last)
    const state = isRetired ? ('retired' as const) : ('allocated' as const)
    return { id: tokenId(serialNumber, place), state }
  })
}
