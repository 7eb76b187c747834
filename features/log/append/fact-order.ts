// Orders facts for their entries. Ids follow the time of the facts' transactions, except if transactions are
// concurrent. Allocations of one batch are therefore ordered by their places, which have no gap.
import type { Fact } from '#features/log/append/fact-queries.ts'

export type PlacedFact = Omit<Fact, 'firstPlace'> & {
  /** The first of its places, or 0 for a fact without places. */
  readonly firstPlace: number
}

/** Returns true for kinds of facts that allocate new places of their batch. */
export function allocatesPlaces(kind: Fact['kind']): boolean {
  return kind === 'allocate' || kind === 'replace'
}

export type OrderedFacts = {
  readonly facts: readonly PlacedFact[]
  /**
   * The lowest id of a fact that must wait, because an allocation of a lower place is not visible yet.
   * Null if no fact waits.
   */
  readonly waitsFrom: number | null
}

/**
 * Orders facts so that each batch's allocations continue at its place `allocatedKg` + 1, without gaps.
 * A fact follows all facts whose transactions ended before its own began. Leaves out facts from
 * `waitsFrom` on.
 */
export function orderFacts(
  facts: readonly PlacedFact[],
  allocatedKg: (batchId: string) => number,
): OrderedFacts {
  let waitsFrom: number | null = null
  let ready = facts
  for (;;) {
    const { sortKeys, idAfterGap } = checkAllocations(ready, allocatedKg)
    if (idAfterGap === Number.POSITIVE_INFINITY) {
      const keyOf = (fact: PlacedFact) => sortKeys.get(fact) ?? fact.id
      const ordered = ready.toSorted(
        (a, b) => keyOf(a) - keyOf(b) || a.firstPlace - b.firstPlace || a.id - b.id,
      )
      return { facts: ordered, waitsFrom }
    }
    waitsFrom = idAfterGap
    ready = ready.filter(({ id }) => id < idAfterGap)
  }
}

/**
 * Returns a sort key for each allocation, and the lowest id of an allocation after a gap in its batch's
 * places. That id is infinite if there is no gap.
 */
function checkAllocations(facts: readonly PlacedFact[], allocatedKg: (batchId: string) => number) {
  const sortKeys = new Map<PlacedFact, number>()
  let idAfterGap = Number.POSITIVE_INFINITY
  const allocations = facts.filter(({ kind }) => allocatesPlaces(kind))
  for (const [batchId, ofBatch] of Map.groupBy(allocations, (fact) => fact.batchId)) {
    let nextPlace = allocatedKg(batchId) + 1
    // A lock serialises allocations, so a lower place was committed earlier, even with a higher id.
    // Each allocation therefore sorts after the highest id of the lower places.
    let key = 0
    for (const fact of ofBatch.toSorted((a, b) => a.firstPlace - b.firstPlace)) {
      key = Math.max(key, fact.id)
      sortKeys.set(fact, key)
      if (fact.firstPlace === nextPlace) nextPlace += fact.kg
      else idAfterGap = Math.min(idAfterGap, fact.id)
    }
  }
  return { sortKeys, idAfterGap }
}
