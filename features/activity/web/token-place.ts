// Where kilograms stand in their batch: the place is the number after an id's last point, and the
// registry counts in tonnes. Pure.
const kgPerTonne = 1_000

/** The place of a kilogram in its batch, from 1; null where the id holds none. */
export function placeOf(tokenId: string): number | null {
  const match = /\.(\d+)$/.exec(tokenId)
  return match ? Number(match[1]) : null
}

/** Ids of one batch from one to another: `GS1-1.401–1000`. */
export function rangeOf(firstToken: string, lastToken: string): string {
  const last = placeOf(lastToken)
  return firstToken === lastToken || last === null ? firstToken : `${firstToken}–${last}`
}

/** The tonne of the serial block, from 1, that holds a place. */
export function tonneOf(place: number): number {
  return Math.ceil(place / kgPerTonne)
}

/** First and last tonne of a range of tokens; null where an id holds no place. */
export function tonnesOf(firstToken: string, lastToken: string) {
  const first = placeOf(firstToken)
  const last = placeOf(lastToken)
  return first === null || last === null ? null : { first: tonneOf(first), last: tonneOf(last) }
}
