// Tests a log of 100,000 entries with an independent verifier: each entry is proven in it, and each
// prefix leads to it. `LOG_PROOFS=all` checks every one; else some of them.
import { hash } from 'node:crypto'
import { expect, it, onTestFinished } from 'vitest'
import { inclusionProof, tilesOfProof } from '#features/log/tree/inclusion.ts'
import { leafHash } from '#features/log/tree/merkle.ts'
import { appendLeaves, rootOf } from '#features/log/tree/tiles.ts'
import { rootsOfBoth } from '#features/verify/web/merkle-check.ts'
import { isIncluded, Tree } from '#tests/support/rfc6962.ts'
import { tilePath } from '#values/text/tile-names.ts'

const size = 100_000
const hashBytes = 32
/** A prime, so that the chosen places are at all positions of their tiles. */
const step = process.env.LOG_PROOFS === 'all' ? 1 : 1_009
const entries = Array.from({ length: size }, (_, place) => Buffer.from(`{"place":${place}}`))
const tree = new Tree(entries)
const root = tree.root()
const tiles = new Map(
  appendLeaves(0, [], entries.map(leafHash)).tiles.map((tile) => {
    return [tilePath(tile.level, tile.index, tile.hashes.length / hashBytes), tile]
  }),
)
const widthOf = (level: number, index: number) =>
  Math.min(256, Math.floor(size / 256 ** level) - index * 256)
function tileAt(level: number, index: number) {
  const tile = tiles.get(tilePath(level, index, widthOf(level, index)))
  if (tile === undefined) throw new Error(`tile ${level}/${index} is missing`)
  return tile
}

it('proves each entry at its place, and no other entry or place', () => {
  for (let place = 0; place < size; place += step) {
    const named = tilesOfProof(place, size).map(({ level, index }) => tileAt(level, index))
    const hashes = inclusionProof(place, size, named)
    const entry = entries[place] ?? Buffer.alloc(0)
    const other = entries[(place + 1) % size] ?? Buffer.alloc(0)
    const found = [
      isIncluded(entry, place, size, hashes, root),
      isIncluded(entry, (place + 1) % size, size, hashes, root),
      isIncluded(other, place, size, hashes, root),
    ]
    expect([place, ...found]).toEqual([place, true, false, false])
  }
}, 3_600_000)

it('begins with each of its own prefixes, and with no other history', async () => {
  const read = async (name: string) => new Uint8Array(tiles.get(name)?.hashes ?? [])
  const forked = new Tree([Buffer.from('{}'), ...entries.slice(1)])
  const check = async (before: number) => {
    const roots = await rootsOfBoth({ previousSize: before, currentSize: size }, read)
    expect(Buffer.from(roots.currentRoot).equals(root)).toBe(true)
    expect([before, Buffer.from(roots.previousRoot)]).toEqual([before, tree.root(0, before)])
    expect(Buffer.from(roots.previousRoot).equals(forked.root(0, before))).toBe(false)
  }
  if (step === 1) hashOnTheSpot()
  for (let before = 1; before < size; before += step) await check(before)
}, 3_600_000)

/**
 * All prefixes need some 60 million hashes. Browsers compute hashes asynchronously, and waiting for
 * each takes ten times as long as the hash.
 */
function hashOnTheSpot(): void {
  const digest = async (_: string, data: Uint8Array) => hash('sha256', data, 'buffer')
  Object.defineProperty(crypto.subtle, 'digest', { value: digest, configurable: true })
  onTestFinished(() => {
    Reflect.deleteProperty(crypto.subtle, 'digest')
  })
}

it.each(step === 1 ? [0, 255, 65_535, size - 2] : [65_535])(
  'is another log with a byte changed, an entry left out or two swapped at %i',
  (place) => {
    const [entry = Buffer.alloc(0), next = Buffer.alloc(0)] = entries.slice(place, place + 2)
    const byte = Buffer.from(entry)
    byte[0] = (byte[0] ?? 0) ^ 1
    const before = entries.slice(0, place)
    for (const others of [[byte, next], [next], [next, entry]]) {
      const told = [...before, ...others, ...entries.slice(place + 2)]
      const changed = new Tree(told)
      expect(rootOf(appendLeaves(0, [], told.map(leafHash)).edge)).toEqual(changed.root())
      expect(changed.root().equals(root)).toBe(false)
      // An earlier checkpoint is no prefix of it.
      expect(changed.root(0, place + 1).equals(tree.root(0, place + 1))).toBe(false)
      const path = changed.path(place)
      expect(isIncluded(entry, place, told.length, path, changed.root())).toBe(false)
      expect(isIncluded(others[0] ?? entry, place, size, path, root)).toBe(false)
    }
  },
  3_600_000,
)
