// Orders facts into entries. The numbers of facts follow time, except those of concurrent
// transactions; places of a batch follow each other without a gap. Pure.
import type { Fact } from '#features/log/append/fact-queries.ts'

export type PlacedFact = Omit<Fact, 'firstPlace'> & {
  /** The first of its places; 0 where it has none. */
  readonly firstPlace: number
}

/** Whether a fact allocates places for the first time. */
export function takesPlaces(kind: Fact['kind']): boolean {
  return kind === 'allocate' || kind === 'replace'
}

export type OrderedFacts = {
  readonly facts: readonly PlacedFact[]
  /** The number of the first waiting fact: a place before its own is not visible yet. */
  readonly waitsFrom: number | null
}

/**
 * Orders the allocations of a batch by their places, from `allocatedKg` on. Every fact is after all
 * facts committed before its transaction began.
 */
export function orderFacts(
  facts: readonly PlacedFact[],
  allocatedKg: (batchId: string) => number,
): OrderedFacts {
  let waitsFrom: number | null = null
  let ready = facts
  for (;;) {
    const keys = new Map<PlacedFact, number>()
    let gap = Number.POSITIVE_INFINITY
    const sales = ready.filter(({ kind }) => takesPlaces(kind))
    for (const [batchId, ofBatch] of Map.groupBy(sales, (fact) => fact.batchId)) {
      let next = allocatedKg(batchId) + 1
      // A lock orders places, so a lower place was committed earlier, whatever the numbers of the
      // facts.
      let key = 0
      for (const fact of ofBatch.toSorted((a, b) => a.firstPlace - b.firstPlace)) {
        key = Math.max(key, fact.id)
        keys.set(fact, key)
        if (fact.firstPlace === next) next += fact.kg
        else gap = Math.min(gap, fact.id)
      }
    }
    if (gap === Number.POSITIVE_INFINITY) {
      const keyOf = (fact: PlacedFact) => keys.get(fact) ?? fact.id
      const ordered = ready.toSorted(
        (a, b) => keyOf(a) - keyOf(b) || a.firstPlace - b.firstPlace || a.id - b.id,
      )
      return { facts: ordered, waitsFrom }
    }
    waitsFrom = gap
    ready = ready.filter(({ id }) => id < gap)
  }
}
