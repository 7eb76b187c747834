// In which order facts become entries. The numbers of facts follow time, but for those of transactions
// that ran beside each other; places of a batch follow each other without a gap. Pure.
import type { Fact } from '#features/log/append/fact-queries.ts'

export type PlacedFact = Omit<Fact, 'firstPlace'> & {
  /** The first place of those that it tells of; 0 where there are none. */
  readonly firstPlace: number
}

/** Whether it tells of places that were nobody's before. */
export function takesPlaces(kind: Fact['kind']): boolean {
  return kind === 'allocate' || kind === 'replace'
}

export type OrderedFacts = {
  readonly facts: readonly PlacedFact[]
  /** The number from which on facts have to wait, as one place before theirs was not in sight. */
  readonly waitsFrom: number | null
}

/**
 * Allocations of a batch stand in order of their places, from `allocatedKg` of it on; and every fact
 * stands behind all that was committed before its transaction began.
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
      // Places are taken under a lock: each was committed before the next one, whatever its number.
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
