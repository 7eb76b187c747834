// Provides repeatable sources of random values: seeded ones, and those of a property test.

export type Random = {
  /** Returns a number from 0 to below 1. */
  next(): number
  /** Returns a whole number from `low` to `high`, both included. */
  between(low: number, high: number): number
  pick<Item>(items: readonly Item[]): Item
}

/** Uses these numbers in turn, each from 0 to below 2^32. */
export function randomFromNumbers(numbers: Iterator<number>): Random {
  return randomBy(() => Number(numbers.next().value) / 4_294_967_296)
}

/** Uses the generator mulberry32 with this seed. */
export function randomFrom(start: number): Random {
  let state = start
  return randomBy(() => {
    state = (state + 0x6d2b79f5) | 0
    let bits = Math.imul(state ^ (state >>> 15), 1 | state)
    bits = (bits + Math.imul(bits ^ (bits >>> 7), 61 | bits)) ^ bits
    return ((bits ^ (bits >>> 14)) >>> 0) / 4_294_967_296
  })
}

function randomBy(next: () => number): Random {
  const between = (low: number, high: number) => low + Math.floor(next() * (high - low + 1))
  return {
    next,
    between,
    pick(items) {
      const item = items[between(0, items.length - 1)]
      if (item === undefined) throw new Error('nothing to pick from')
      return item
    },
  }
}

/** Returns the `count` items with the lowest lots, in their original order. */
export function lowestLots<Item>(
  items: readonly Item[],
  count: number,
  lotOf: (place: number) => number,
): readonly Item[] {
  const lots = items.map((item, place) => ({ item, place, lot: lotOf(place) }))
  const chosen = lots.sort((one, other) => one.lot - other.lot).slice(0, count)
  return chosen.sort((one, other) => one.place - other.place).map(({ item }) => item)
}
