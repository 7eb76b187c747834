// Tests the order of facts over random histories of concurrent transactions: places without gaps,
// and every fact after those committed before its transaction began, in rounds of any size.
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { orderFacts, type PlacedFact } from '#features/log/append/fact-order.ts'

type Told = { readonly fact: PlacedFact; readonly began: number; readonly committed: number }

const plain = {
  ...{ causeId: null, day: '2026-11-22', reference: null, retiredOn: null },
  ...{ corrects: null, replaced: null },
}

/**
 * Transactions begin, write their fact's number, and commit, each at its own time. They get places
 * in the order of their commits, as the lock on a batch enforces.
 */
const histories = fc
  .array(
    fc.record({
      began: fc.nat(200),
      numberAfter: fc.nat(40),
      commitAfter: fc.nat(40),
      batch: fc.nat(2),
      kg: fc.integer({ min: 1, max: 5 }),
      isSale: fc.boolean(),
    }),
    { minLength: 1, maxLength: 40 },
  )
  .map((steps) => {
    const numbered = steps
      .map((step, place) => ({ ...step, place, at: step.began + step.numberAfter }))
      .sort((a, b) => a.at - b.at || a.place - b.place)
      .map((step, index) => ({ ...step, id: index + 1, committed: step.at + 1 + step.commitAfter }))
    const next = new Map<number, number>()
    const told = numbered
      .toSorted((a, b) => a.committed - b.committed || a.id - b.id)
      .map((step): Told => {
        const firstPlace = step.isSale ? (next.get(step.batch) ?? 1) : 0
        if (step.isSale) next.set(step.batch, firstPlace + step.kg)
        const kind = step.isSale ? 'allocate' : 'issue'
        const { id, kg, began, committed } = step
        const batchId = String(step.batch)
        return {
          fact: { id, kind, batchId, kg, firstPlace, ...plain },
          began,
          committed,
        }
      })
    return told
  })

function judge(order: readonly PlacedFact[], told: readonly Told[]): void {
  const of = new Map(told.map((each) => [each.fact.id, each]))
  const places = new Map<string, number>()
  for (const [place, fact] of order.entries()) {
    if (fact.kind === 'allocate') {
      expect(fact.firstPlace).toBe((places.get(fact.batchId) ?? 0) + 1)
      places.set(fact.batchId, fact.firstPlace + fact.kg - 1)
    }
    const one = of.get(fact.id)
    for (const later of order.slice(place + 1)) {
      const other = of.get(later.id)
      // A later fact must not have been committed before this one began.
      expect(Number(other?.committed) < Number(one?.began)).toBe(false)
    }
  }
}

it('orders concurrent facts by their commits and places', () => {
  fc.assert(
    fc.property(histories, (told) => {
      const facts = told.map(({ fact }) => fact).sort((a, b) => a.id - b.id)
      const { facts: order, waitsFrom } = orderFacts(facts, () => 0)
      expect(waitsFrom).toBeNull()
      expect(order).toHaveLength(facts.length)
      judge(order, told)
    }),
  )
})

it('orders them in rounds of any size too: a fact whose previous place is missing waits, with all after it', () => {
  fc.assert(
    fc.property(histories, fc.integer({ min: 1, max: 8 }), (told, piece) => {
      const facts = told.map(({ fact }) => fact).sort((a, b) => a.id - b.id)
      const order: PlacedFact[] = []
      let through = 0
      let width = piece
      while (through < facts.length) {
        const known = (batchId: string) =>
          order
            .filter((fact) => fact.kind === 'allocate' && fact.batchId === batchId)
            .reduce((sum, { kg }) => sum + kg, 0)
        const seen = facts.slice(through, through + width)
        const { facts: told, waitsFrom } = orderFacts(seen, known)
        order.push(...told)
        const next = waitsFrom === null ? through + seen.length : waitsFrom - 1
        width = next === through ? width * 2 : piece
        through = next
      }
      expect(order).toHaveLength(facts.length)
      judge(order, told)
    }),
  )
})
