// Tests the sets of places against a plain set of numbers, over many additions and removals of ranges.
import { expect, it } from 'vitest'
import { seededRandom } from '#values/drawing/seeded-random.ts'
import { PlaceSet, type Places } from './place-set.ts'

const placesMax = 60
const numbersOf = ({ first, last }: Places) =>
  Array.from({ length: last - first + 1 }, (_, at) => first + at)

it.each(['one', 'two', 'three', 'four'])('places are those of a plain set: %s', (seed) => {
  const random = seededRandom(seed)
  const upTo = (max: number) => 1 + Math.floor(random() * max)
  const [set, plain, ranges] = [new PlaceSet(), new Set<number>(), [] as Places[]]
  for (let turn = 0; turn < 150; turn += 1) {
    const first = upTo(placesMax)
    const range = { first, last: first + upTo(8) - 1 }
    const taken = numbersOf(range).filter((place) => plain.has(place))
    expect(set.firstOf(range)).toBe(taken[0] ?? null)
    expect(set.kgWithin(range)).toBe(taken.length)
    if (random() < 0.3 && ranges.length > 0) {
      const [removed] = ranges.splice(upTo(ranges.length) - 1, 1)
      if (removed === undefined) throw new Error('no range')
      set.remove(removed)
      for (const place of numbersOf(removed)) plain.delete(place)
    } else {
      expect(set.add(range)).toBe(taken[0] ?? null)
      if (taken.length === 0) {
        ranges.push(range)
        for (const place of numbersOf(range)) plain.add(place)
      }
    }
    expect(set.kg()).toBe(plain.size)
    expect(set.kgWithin({ first: 1, last: placesMax * 2 })).toBe(plain.size)
  }
})

it('a range is counted only within its places', () => {
  const set = new PlaceSet()
  set.add({ first: 10, last: 20 })
  set.add({ first: 31, last: 40 })
  const counts = [
    [1, 9],
    [1, 10],
    [15, 16],
    [20, 31],
    [21, 30],
    [40, 99],
    [41, 99],
  ].map(([first = 0, last = 0]) => set.kgWithin({ first, last }))
  expect(counts).toEqual([0, 1, 2, 2, 0, 1, 0])
})
