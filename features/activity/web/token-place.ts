// Reads a kilogram's place in its batch from the last number of its id. The registry counts in tonnes.
// Pure.
const kgPerTonne = 1_000

/** Returns the place of a kilogram in its batch, from 1; null where the id holds none. */
export function placeOf(tokenId: string): number | null {
  const match = /\.(\d+)$/.exec(tokenId)
  return match ? Number(match[1]) : null
}

/** Returns the range of ids of one batch: `GS1-1.401–1000`. */
export function rangeOf(firstToken: string, lastToken: string): string {
  const last = placeOf(lastToken)
  return firstToken === lastToken || last === null ? firstToken : `${firstToken}–${last}`
}

/** Returns the tonne of the serial block, from 1, that contains a place. */
export function tonneOf(place: number): number {
  return Math.ceil(place / kgPerTonne)
}

/** Returns the first and last tonne of a range of tokens; null where an id holds no place. */
export function tonnesOf(firstToken: string, lastToken: string) {
  const first = placeOf(firstToken)
  const last = placeOf(lastToken)
  return first === null || last === null ? null : { first: tonneOf(first), last: tonneOf(last) }
}
