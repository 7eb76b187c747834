// Compares the count of passports above a score with counting one by one.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ScoreCounts } from './score-counts.ts'

/** Some scores are near those where the tree grows and where it ends. */
const score = fc.oneof(
  fc.nat({ max: 20 }),
  fc.nat({ max: 3_000 }),
  fc.constantFrom(126, 127, 128, 129, 255, 256, 2 ** 20 - 2, 2 ** 20 - 1, 2 ** 20, 2 ** 20 + 1),
  fc.nat({ max: 2 ** 40 }),
)

describe('the passports above a score', () => {
  it('are as many as counting one by one finds, whatever came and left', () => {
    fc.assert(
      fc.property(
        fc.array(fc.record({ from: fc.option(score), to: fc.option(score) })),
        fc.array(score, { minLength: 1 }),
        (moves, asked) => {
          const counts = new ScoreCounts()
          const people: number[] = []
          for (const { from, to } of moves) {
            const place = from === null ? -1 : people.indexOf(from)
            if (place >= 0) {
              counts.add(people[place] ?? 0, -1)
              people.splice(place, 1)
            }
            if (to === null) continue
            counts.add(to, 1)
            people.push(to)
          }
          for (const each of [...asked, ...people]) {
            expect(counts.above(each)).toBe(people.filter((other) => other > each).length)
          }
        },
      ),
    )
  })

  it('may leave a score before their arrival there is known', () => {
    const counts = new ScoreCounts()
    counts.add(7, -1)
    counts.add(9, 1)
    counts.add(7, 1)
    expect([counts.above(6), counts.above(7), counts.above(9)]).toEqual([1, 1, 0])
  })
})
