// Tests that the index finds blocks in serials without a grammar as the comparison with each serial does.
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { examples } from '#tests/support/people/example-serials.ts'
import { BlockIndex } from './block-index.ts'
import { blockFinder, looseSerial } from './loose-units.ts'
import { readSerial } from './serials.ts'

const blocks = Object.values(examples).map(({ serial }) => readSerial(serial))
const numbersOfBlocks = blocks.flatMap(({ trunk, tonnes }) => {
  const series = /[0-9]+/.exec(trunk)?.[0]
  return [tonnes?.first, tonnes?.last, ...(series === undefined ? [] : [BigInt(series)])]
})
const number = fc.oneof(
  fc.constantFrom(...numbersOfBlocks.flatMap((each) => (each === undefined ? [] : [each]))),
  fc.bigInt({ min: 1n, max: 50_000n }),
  fc.constantFrom(2024n, 10n, 100n),
)
const serial = fc
  .tuple(
    fc.array(number, { minLength: 1, maxLength: 4 }),
    fc.constantFrom('-', '/', '', ' RW '),
    fc.constantFrom(1, 10, 951, 36_038),
  )
  .map(([numbers, sign, tonnes]) => looseSerial(`X-${numbers.join(sign)}`, tonnes))

it.each([0n, 1_000n])(
  'finds the first serial that may contain a block, from %i on',
  (leastFirst) => {
    let found = 0
    fc.assert(
      fc.property(
        fc.array(serial, { minLength: 1, maxLength: 8 }),
        fc.constantFrom(...blocks),
        (added, block) => {
          const index = new BlockIndex<number>(leastFirst)
          for (const [place, each] of added.entries()) index.add(each, place)
          const contains = (each: (typeof added)[number]) => blockFinder(each, leastFirst)(block)
          const first = added.findIndex(contains)
          expect(index.find(block)).toBe(first < 0 ? undefined : first)
          if (first >= 0) found += 1
          const later = added.findIndex((each, place) => place !== first && contains(each))
          expect(index.find(block, (place) => place !== first)).toBe(later < 0 ? undefined : later)
        },
      ),
      { numRuns: 1_000 },
    )
    expect(found).toBeGreaterThan(100)
  },
)
