// Provides repeatable sources of random values: seeded ones, and those of a property test.

export type Random = {
  /** From 0 up to 1. */
  next(): number
  /** A whole number from `low` to `high`, both included. */
  between(low: number, high: number): number
  pick<Item>(items: readonly Item[]): Item
}

/** Numbers below 2^32 decide. */
export function randomOf(numbers: Iterator<number>): Random {
  return choosing(() => Number(numbers.next().value) / 4_294_967_296)
}

/** mulberry32. */
export function randomFrom(start: number): Random {
  let state = start
  return choosing(() => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  })
}

function choosing(next: () => number): Random {
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
