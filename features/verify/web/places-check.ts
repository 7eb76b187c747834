// Computes the current places of kilograms from the log's entries of their sale and replacements. It shares
// no code with the server, whose certificate it verifies.

/** Consecutive places of a block of credits. `first` and `last` are included. */
export type BlockPlaces = {
  readonly registry: string
  readonly serial: string
  readonly first: number
  readonly last: number
}

const kgOf = ({ first, last }: BlockPlaces) => last - first + 1

/** Parses a log entry. Returns null if the text is invalid or the entry has another kind. */
function entryOf(text: string, kind: string) {
  try {
    const entry = fieldsOf(JSON.parse(text))
    return entry?.kind === kind ? entry : null
  } catch {
    return null
  }
}

/** Returns the places of untrusted fields, or null if a field is invalid. */
function rangeOf(registry: unknown, serial: unknown, first: unknown, last: unknown) {
  if (typeof registry !== 'string' || typeof serial !== 'string') return null
  if (typeof first !== 'number' || typeof last !== 'number' || last < first) return null
  return { registry, serial, first, last }
}

/** Returns the first `kg` of the sold places. A refund in part takes back the last ones. */
export function keptOf<Sale extends BlockPlaces>(sold: Sale, kg: number): Sale {
  return { ...sold, last: Math.min(sold.last, sold.first + kg - 1) }
}

/** Parses a sale's log entry. Returns its places and commitment, or null if the text is invalid. */
export function readSale(text: string): (BlockPlaces & { readonly commitment: unknown }) | null {
  const entry = entryOf(text, 'allocate')
  const range = rangeOf(entry?.registry, entry?.serial, entry?.first, entry?.last)
  return range === null ? null : { ...range, commitment: entry?.commitment }
}

/**
 * Applies the replacements' log entries to the sold places. Returns the current places, or null if an entry
 * is invalid or replaces places that are not current.
 */
export function placesAfter(
  sold: BlockPlaces,
  replacements: readonly string[],
): BlockPlaces[] | null {
  const { registry, serial, first, last } = sold
  let current: BlockPlaces[] = [{ registry, serial, first, last }]
  for (const text of replacements) {
    const entry = entryOf(text, 'replace')
    const replaced = rangeOf(entry?.registry, entry?.serial, entry?.first, entry?.last)
    const newRegistry = entry?.by_registry ?? entry?.registry
    const replacement = rangeOf(newRegistry, entry?.by_serial, entry?.by_first, entry?.by_last)
    if (replaced === null || replacement === null) return null
    if (kgOf(replaced) !== kgOf(replacement)) return null
    const range = current.find((each) => contains(each, replaced))
    if (range === undefined) return null
    const remaining = [
      { ...range, last: replaced.first - 1 },
      { ...range, first: replaced.last + 1 },
    ].filter((each) => kgOf(each) > 0)
    const others = current.filter((each) => each !== range)
    current = joinAdjacent([...others, ...remaining, replacement])
  }
  return current
}

function isSameBlock(one: BlockPlaces, other: BlockPlaces): boolean {
  return one.registry === other.registry && one.serial === other.serial
}

function contains(range: BlockPlaces, other: BlockPlaces): boolean {
  return isSameBlock(range, other) && range.first <= other.first && other.last <= range.last
}

/** Sorts the ranges and joins adjacent ranges of the same block. */
function joinAdjacent(ranges: readonly BlockPlaces[]): BlockPlaces[] {
  const nameOf = ({ registry, serial }: BlockPlaces) => JSON.stringify([registry, serial])
  const sorted = [...ranges].sort((one, other) =>
    isSameBlock(one, other) ? one.first - other.first : nameOf(one) < nameOf(other) ? -1 : 1,
  )
  const result: BlockPlaces[] = []
  for (const range of sorted) {
    const previous = result.at(-1)
    const isAdjacent =
      previous !== undefined && isSameBlock(previous, range) && previous.last + 1 === range.first
    if (isAdjacent) result.splice(-1, 1, { ...previous, last: range.last })
    else result.push(range)
  }
  return result
}

/** Returns true if both lists contain the same places, in any order and split in any way. */
export function areSamePlaces(one: readonly BlockPlaces[], other: readonly BlockPlaces[]): boolean {
  const textOf = (ranges: readonly BlockPlaces[]) =>
    JSON.stringify(
      joinAdjacent(ranges).map(({ registry, serial, first, last }) => [
        registry,
        serial,
        first,
        last,
      ]),
    )
  return textOf(one) === textOf(other)
}

export type Fields = Readonly<Record<string, unknown>>

/** Returns the fields of an object, or null for any other value. */
export function fieldsOf(value: unknown): Fields | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : null
}
