// Parses ranges of places from PostgreSQL's multiranges, and computes with them.

/** Kilograms of a tonne. */
export const tonneKg = 1_000

/** A range of places. `first` and `last` are included. */
export type PlaceRange = { readonly first: number; readonly last: number }

/** Parses the text of a multirange, such as `{[1,1001),[3001,4001)}`. Returns no range for null. */
export function rangesOf(text: string | null): PlaceRange[] {
  const spans = [...(text ?? '').matchAll(/\[(\d+),(\d+)\)/g)]
  return spans.map(([, low, above]) => ({ first: Number(low), last: Number(above) - 1 }))
}

export function kgOf(ranges: readonly PlaceRange[]): number {
  return ranges.reduce((sum, { first, last }) => sum + last - first + 1, 0)
}

/** Returns the intersection of `ranges` with the range from `first` to `last`. */
export function intersectRanges(
  ranges: readonly PlaceRange[],
  { first, last }: PlaceRange,
): PlaceRange[] {
  return ranges.flatMap((range) => {
    const part = { first: Math.max(first, range.first), last: Math.min(last, range.last) }
    return part.first <= part.last ? [part] : []
  })
}

/** Returns `due` without `places`. Returns null if `places` are not at the start of the first range. */
export function withoutOldest(due: readonly PlaceRange[], places: PlaceRange): PlaceRange[] | null {
  const [oldest, ...rest] = due
  if (oldest === undefined || places.first !== oldest.first || places.last > oldest.last)
    return null
  return places.last === oldest.last
    ? rest
    : [{ first: places.last + 1, last: oldest.last }, ...rest]
}
