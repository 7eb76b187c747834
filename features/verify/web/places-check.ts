// Computes the current places of kilograms from the log's entries about their sale and replacements. It
// shares no code with the server, whose certificate it verifies.

/** Consecutive places of a block of credits. `first` and `last` are included. */
export type BlockPlaces = {
  readonly registry: string
  readonly serial: string
  readonly first: number
  readonly last: number
}

const kgOf = ({ first, last }: BlockPlaces) => last - first + 1

function entryOf(text: string, kind: string) {
  try {
    const entry = fieldsOf(JSON.parse(text))
    return entry?.kind === kind ? entry : null
  } catch {
    return null
  }
}

function runOf(registry: unknown, serial: unknown, first: unknown, last: unknown) {
  if (typeof registry !== 'string' || typeof serial !== 'string') return null
  if (typeof first !== 'number' || typeof last !== 'number' || last < first) return null
  return { registry, serial, first, last }
}

/** Parses a sale's log entry. Returns its places and commitment, or null if the text is invalid. */
export function soldBy(text: string): (BlockPlaces & { readonly commitment: unknown }) | null {
  const entry = entryOf(text, 'allocate')
  const run = runOf(entry?.registry, entry?.serial, entry?.first, entry?.last)
  return run === null ? null : { ...run, commitment: entry?.commitment }
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
  let held: BlockPlaces[] = [{ registry, serial, first, last }]
  for (const text of replacements) {
    const entry = entryOf(text, 'replace')
    const replaced = runOf(entry?.registry, entry?.serial, entry?.first, entry?.last)
    const by = entry?.by_registry ?? entry?.registry
    const present = runOf(by, entry?.by_serial, entry?.by_first, entry?.by_last)
    if (replaced === null || present === null || kgOf(replaced) !== kgOf(present)) return null
    const run = held.find((each) => holds(each, replaced))
    if (run === undefined) return null
    const left = [
      { ...run, last: replaced.first - 1 },
      { ...run, first: replaced.last + 1 },
    ].filter((each) => kgOf(each) > 0)
    held = joined([...held.filter((each) => each !== run), ...left, present])
  }
  return held
}

function isSameBlock(one: BlockPlaces, other: BlockPlaces): boolean {
  return one.registry === other.registry && one.serial === other.serial
}

function holds(run: BlockPlaces, other: BlockPlaces): boolean {
  return isSameBlock(run, other) && run.first <= other.first && other.last <= run.last
}

/** Sorts the ranges and joins adjacent ones of the same block. */
function joined(runs: readonly BlockPlaces[]): BlockPlaces[] {
  const nameOf = ({ registry, serial }: BlockPlaces) => JSON.stringify([registry, serial])
  const sorted = [...runs].sort((one, other) =>
    isSameBlock(one, other) ? one.first - other.first : nameOf(one) < nameOf(other) ? -1 : 1,
  )
  const whole: BlockPlaces[] = []
  for (const run of sorted) {
    const previous = whole.at(-1)
    const isAdjacent =
      previous !== undefined && isSameBlock(previous, run) && previous.last + 1 === run.first
    if (isAdjacent) whole.splice(-1, 1, { ...previous, last: run.last })
    else whole.push(run)
  }
  return whole
}

export function areSamePlaces(one: readonly BlockPlaces[], other: readonly BlockPlaces[]): boolean {
  const textOf = (runs: readonly BlockPlaces[]) =>
    JSON.stringify(
      joined(runs).map(({ registry, serial, first, last }) => [registry, serial, first, last]),
    )
  return textOf(one) === textOf(other)
}

export type Fields = Readonly<Record<string, unknown>>

/** Returns the fields of an object, or null for any other value. */
export function fieldsOf(value: unknown): Fields | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : null
}
