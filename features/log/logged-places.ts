// Computes the present places of kilograms from the log's entries of their sale and of each
// replacement. Pure.
import type { ReplaceEntry } from '#features/log/log-entry.ts'

/** A run of places of a registry's block, both ends included. */
export type BlockPlaces = {
  readonly registry: string
  readonly serial: string
  readonly first: number
  readonly last: number
}

/**
 * Returns the places, with consecutive runs joined. Null where an entry replaces places that are
 * not there, or a different number of them.
 */
export function placesAfter(
  sold: BlockPlaces,
  replacements: readonly ReplaceEntry[],
): BlockPlaces[] | null {
  let held = [sold]
  for (const entry of replacements) {
    const left = without(held, entry)
    const { by_registry: registry = entry.registry, by_serial: serial } = entry
    const present = { registry, serial, first: entry.by_first, last: entry.by_last }
    if (left === null || kgOf(present) !== kgOf(entry)) return null
    held = joinPlaces([...left, present])
  }
  return held
}

const kgOf = ({ first, last }: BlockPlaces) => last - first + 1

function without(held: readonly BlockPlaces[], taken: BlockPlaces): BlockPlaces[] | null {
  const run = held.find(
    (each) => isSameBlock(each, taken) && each.first <= taken.first && taken.last <= each.last,
  )
  if (run === undefined) return null
  const rest = [
    { ...run, last: taken.first - 1 },
    { ...run, first: taken.last + 1 },
  ]
  return [...held.filter((each) => each !== run), ...rest.filter((each) => kgOf(each) > 0)]
}

function isSameBlock(one: BlockPlaces, other: BlockPlaces): boolean {
  return one.registry === other.registry && one.serial === other.serial
}

const nameOf = ({ registry, serial }: BlockPlaces) => `${registry} ${serial}`

/** Whether both are the same kilograms, however they are cut. */
export function areSamePlaces(one: readonly BlockPlaces[], other: readonly BlockPlaces[]): boolean {
  const [runs, others] = [joinPlaces(one), joinPlaces(other)]
  return (
    runs.length === others.length &&
    runs.every((run, place) => {
      const { registry, serial, first, last } = others[place] ?? {}
      const isSame = run.registry === registry && run.serial === serial
      return isSame && run.first === first && run.last === last
    })
  )
}

/** Returns the runs sorted by block and place, with consecutive runs joined. */
function joinPlaces(runs: readonly BlockPlaces[]): BlockPlaces[] {
  const sorted = runs.toSorted((one, other) =>
    isSameBlock(one, other) ? one.first - other.first : nameOf(one) < nameOf(other) ? -1 : 1,
  )
  const joined: BlockPlaces[] = []
  for (const run of sorted) {
    const before = joined.at(-1)
    if (before === undefined || !isSameBlock(before, run) || before.last + 1 !== run.first) {
      joined.push(run)
    } else joined.splice(-1, 1, { ...before, last: run.last })
  }
  return joined
}
