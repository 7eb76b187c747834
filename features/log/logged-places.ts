// Computes the present places of kilograms from the log's entries of their sale and replacements.
import type { ReplaceEntry } from '#features/log/log-entry.ts'

/** A range of places of a registry's block. `first` and `last` are included. */
export type BlockPlaces = {
  readonly registry: string
  readonly serial: string
  readonly first: number
  readonly last: number
}

/**
 * Returns the places after all replacements, with adjacent ranges joined. Returns null if an entry
 * replaces places that the sale does not have, or provides a different number of places.
 */
export function placesAfter(
  sold: BlockPlaces,
  replacements: readonly ReplaceEntry[],
): BlockPlaces[] | null {
  let places = [sold]
  for (const entry of replacements) {
    const remaining = removePlaces(places, entry)
    const { by_registry: registry = entry.registry, by_serial: serial } = entry
    const present = { registry, serial, first: entry.by_first, last: entry.by_last }
    if (remaining === null || kgOf(present) !== kgOf(entry)) return null
    places = joinPlaces([...remaining, present])
  }
  return places
}

const kgOf = ({ first, last }: BlockPlaces) => last - first + 1

/** Returns the ranges without `places`. Returns null if no single range contains `places`. */
function removePlaces(ranges: readonly BlockPlaces[], places: BlockPlaces): BlockPlaces[] | null {
  const range = ranges.find(
    (each) => isSameBlock(each, places) && each.first <= places.first && places.last <= each.last,
  )
  if (range === undefined) return null
  const rest = [
    { ...range, last: places.first - 1 },
    { ...range, first: places.last + 1 },
  ]
  return [...ranges.filter((each) => each !== range), ...rest.filter((each) => kgOf(each) > 0)]
}

function isSameBlock(one: BlockPlaces, other: BlockPlaces): boolean {
  return one.registry === other.registry && one.serial === other.serial
}

const nameOf = ({ registry, serial }: BlockPlaces) => `${registry} ${serial}`

/** Returns true if both lists contain the same kilograms, even if they split them differently. */
export function areSamePlaces(one: readonly BlockPlaces[], other: readonly BlockPlaces[]): boolean {
  const [ranges, otherRanges] = [joinPlaces(one), joinPlaces(other)]
  return (
    ranges.length === otherRanges.length &&
    ranges.every((range, position) => {
      const { registry, serial, first, last } = otherRanges[position] ?? {}
      const isSame = range.registry === registry && range.serial === serial
      return isSame && range.first === first && range.last === last
    })
  )
}

/** Sorts ranges by block and place, and joins adjacent ranges. */
function joinPlaces(ranges: readonly BlockPlaces[]): BlockPlaces[] {
  const sorted = ranges.toSorted((one, other) =>
    isSameBlock(one, other) ? one.first - other.first : nameOf(one) < nameOf(other) ? -1 : 1,
  )
  const joined: BlockPlaces[] = []
  for (const range of sorted) {
    const previous = joined.at(-1)
    if (
      previous === undefined ||
      !isSameBlock(previous, range) ||
      previous.last + 1 !== range.first
    ) {
      joined.push(range)
    } else joined.splice(-1, 1, { ...previous, last: range.last })
  }
  return joined
}
