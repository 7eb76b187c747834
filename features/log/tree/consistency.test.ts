// Tests consistency proofs against trees that the text of RFC 6962 makes, and against each way to bend a proof.
import { expect, it } from 'vitest'
import { Tree } from '#tests/support/rfc6962.ts'
import { consistencyProof, isConsistent, tilesOfConsistency } from './consistency.ts'
import { leafHash } from './merkle.ts'
import { appendLeaves } from './tiles.ts'

const size = 40
const tree = new Tree(Array.from({ length: size }, (_, index) => Buffer.from(`entry ${index}`)))
const headOf = (count: number) => ({ size: count, root: tree.root(0, count) })
const proofOf = (from: number, to: number) => (from === 0 ? [] : tree.consistency(from, 0, to))
const pairs = Array.from({ length: size + 1 }, (_, to) =>
  Array.from({ length: to + 1 }, (_, from) => [from, to] as const),
).flat()

it('holds between any two sizes of a tree', () => {
  const broken = pairs.filter(
    ([from, to]) => !isConsistent(headOf(from), headOf(to), proofOf(from, to)),
  )
  expect(broken).toEqual([])
})

it('holds for no other root of either tree', () => {
  const other = Buffer.alloc(32, 7)
  for (const [from, to] of pairs) {
    const proof = proofOf(from, to)
    expect(isConsistent({ size: from, root: other }, headOf(to), proof)).toBe(false)
    // From no entries, any tree follows.
    if (from === 0 && to > 0) continue
    expect([from, to, isConsistent(headOf(from), { size: to, root: other }, proof)]).toEqual([
      from,
      to,
      false,
    ])
  }
})

it('holds for no proof with a hash more, less, changed, or of other sizes', () => {
  for (const [from, to] of pairs) {
    const proof = proofOf(from, to)
    const hold = (hashes: readonly Buffer[]) => isConsistent(headOf(from), headOf(to), hashes)
    expect(hold([...proof, Buffer.alloc(32)])).toBe(false)
    for (const index of proof.keys()) {
      expect(hold(proof.toSpliced(index, 1))).toBe(false)
      expect(hold(proof.with(index, Buffer.alloc(32, 9)))).toBe(false)
    }
  }
})

it('holds for no tree that has shrunk', () => {
  expect(isConsistent(headOf(8), headOf(7), [])).toBe(false)
})

it('is computed from tiles as the text defines it, also over two levels of tiles', () => {
  const entries = Array.from({ length: 700 }, (_, index) => Buffer.from(`entry ${index}`))
  const large = new Tree(entries)
  const { tiles } = appendLeaves(0, [], entries.map(leafHash))
  const sizes = [0, 1, 2, 3, 7, 8, 255, 256, 257, 511, 512, 513, 600, 699, 700]
  for (const from of sizes) {
    for (const to of sizes.filter((each) => each >= from)) {
      const positions = tilesOfConsistency(from, to)
      const read = tiles.filter(({ level, index }) =>
        positions.some((each) => each.level === level && each.index === index),
      )
      const expected = from === 0 ? [] : large.consistency(from, 0, to)
      expect([from, to, consistencyProof(from, to, read)]).toEqual([from, to, expected])
    }
  }
})

it('cannot be computed without a tile', () => {
  expect(() => consistencyProof(3, 8, [])).toThrow('tile 0/0 of the log is not')
})
