// Computes with the places in token ids. A place is a kilogram's position in its batch; 1,000 places are a
// tonne of the registry. Pure.
const kgPerTonne = 1_000

/** Returns the place in a token id, from 1, or null if the id has none. */
export function placeOf(tokenId: string): number | null {
  const match = /\.(\d+)$/.exec(tokenId)
  return match ? Number(match[1]) : null
}

/** Returns the text of a range of ids of one batch, such as `GS1-1.401–1000`. */
export function rangeOf(firstToken: string, lastToken: string): string {
  const last = placeOf(lastToken)
  return firstToken === lastToken || last === null ? firstToken : `${firstToken}–${last}`
}

/** Returns the number of the tonne that contains a place. The batch's first tonne is 1. */
export function tonneOf(place: number): number {
  return Math.ceil(place / kgPerTonne)
}

/** Returns the first and last tonne of a range of token ids, or null if an id has no place. */
export function tonnesOf(firstToken: string, lastToken: string) {
  const first = placeOf(firstToken)
  const last = placeOf(lastToken)
  return first === null || last === null ? null : { first: tonneOf(first), last: tonneOf(last) }
}
