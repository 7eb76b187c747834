// Compares proofs from tiles with those of a tree written from the text of RFC 6962.
import { expect, it } from 'vitest'
import { inclusionProof, rootOfProof, tilesOfProof } from '#features/log/tree/inclusion.ts'
import { leafHash } from '#features/log/tree/merkle.ts'
import { appendLeaves } from '#features/log/tree/tiles.ts'
import { isIncluded, Tree } from '#tests/support/rfc6962.ts'

const entriesOf = (count: number) => Array.from({ length: count }, (_, n) => Buffer.from(`e${n}`))

/** The first and last entries of tiles, and one between. */
const edges = [0, 1, 2, 3, 6, 100, 254, 255, 256, 257, 300, 511, 512, 513, 600, 767, 768, 769]
const inHex = (hashes: readonly Buffer[]) => hashes.map((hash) => hash.toString('hex'))

it.each([1, 2, 3, 7, 256, 257, 513, 770])(
  'an entry of a tree of %i has the proof of the RFC, from the tiles that it names',
  (size) => {
    const entries = entriesOf(size)
    const tree = new Tree(entries)
    const { tiles } = appendLeaves(0, [], entries.map(leafHash))
    for (const place of edges.filter((edge) => edge < size)) {
      const named = tilesOfProof(place, size)
      const own = tiles.filter((tile) =>
        named.some(({ level, index }) => tile.level === level && tile.index === index),
      )
      const hashes = inclusionProof(place, size, own)
      expect(inHex(hashes)).toEqual(inHex(tree.path(place)))
      const entry = Buffer.from(`e${place}`)
      expect(isIncluded(entry, place, size, hashes, tree.root())).toBe(true)
      for (const index of [place, place - 1, place + 1, size]) {
        const root = rootOfProof(entry, { index, size }, hashes)
        expect(root?.equals(tree.root()) === true).toBe(index === place)
      }
      for (const wrong of [hashes.slice(1), [...hashes, entry], hashes.toReversed().slice(0, -1)]) {
        if (hashes.length === 0 && wrong.length === 0) continue
        const root = rootOfProof(entry, { index: place, size }, wrong)
        expect(root?.equals(tree.root()) === true).toBe(false)
      }
    }
  },
)

it('is the same in a tree of three levels, from tiles that kept growing', () => {
  const size = 256 * 256 + 300
  const entries = entriesOf(size)
  const tree = new Tree(entries)
  const { tiles } = appendLeaves(0, [], entries.map(leafHash))
  for (const index of [0, 255, 256, 65_535, 65_536, 65_800, size - 1]) {
    for (const checkpoint of [size, size - 1, 65_801]) {
      if (index >= checkpoint) continue
      const hashes = inclusionProof(index, checkpoint, tiles)
      expect(inHex(hashes)).toEqual(inHex(tree.path(index, 0, checkpoint)))
    }
  }
})

it('throws where a tile is missing or too narrow', () => {
  expect(() => inclusionProof(0, 2, [])).toThrow('tile 0/0 of the log is not 2 wide')
  const narrow = { level: 0, index: 0, hashes: leafHash(Buffer.from('e0')) }
  expect(() => inclusionProof(0, 2, [narrow])).toThrow('not 2 wide')
})
