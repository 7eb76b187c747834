// Checks that one tree is the beginning of another, from the hashes in the log's public tiles: the
// same hashes must lead to both roots.
import { tilePath, tileWidth } from '#values/text/tile-names.ts'
import { type Bytes, hashBytes, nodeHash, sha256 } from './merkle-check.ts'

/**
 * Returns the bytes of a tile by its name, such as `0/000.p/3`. Throws where it does not arrive.
 */
export type ReadTile = (name: string) => Promise<Bytes>

/** Levels of the tree that one level of tiles holds. */
const tileLevels = 8

/** Returns the roots of a log's first `before` and first `now` entries, over the same hashes. */
export async function rootsOfBoth(
  { before, now }: { readonly before: number; readonly now: number },
  readTile: ReadTile,
): Promise<{ readonly before: Bytes; readonly now: Bytes }> {
  const tiles = new Map<string, Promise<Bytes>>()
  const hashes = new Map<string, Promise<Bytes>>()

  function tileOf(level: number, index: number): Promise<Bytes> {
    const count = Math.floor(now / tileWidth ** level)
    const width = Math.min(tileWidth, count - index * tileWidth)
    const name = tilePath(level, index, width)
    const known = tiles.get(name) ?? readTile(name)
    tiles.set(name, known)
    return known
  }

  /** Returns the hash of a complete subtree of 2^height entries. */
  async function subtree(height: number, index: number): Promise<Bytes> {
    const level = Math.floor(height / tileLevels)
    const span = 2 ** (height % tileLevels)
    if (span > 1) return nodeOf(await Promise.all(halves(height, index)))
    const tile = await tileOf(level, Math.floor(index / tileWidth))
    const at = (index % tileWidth) * hashBytes
    return tile.slice(at, at + hashBytes)
  }

  function halves(height: number, index: number): [Promise<Bytes>, Promise<Bytes>] {
    return [subtree(height - 1, index * 2), subtree(height - 1, index * 2 + 1)]
  }

  /** Returns RFC 6962's MTH(D[from:to]), split where `before` lies inside. */
  function root(from: number, to: number): Promise<Bytes> {
    const name = `${from}-${to}`
    const known = hashes.get(name) ?? rootAnew(from, to)
    hashes.set(name, known)
    return known
  }

  async function rootAnew(from: number, to: number): Promise<Bytes> {
    const size = to - from
    if (size === 0) return sha256()
    const height = Math.log2(size)
    const isCut = from < before && before < to
    if (Number.isInteger(height) && !isCut) return subtree(height, from / size)
    const half = 2 ** Math.ceil(height - 1)
    return nodeOf(await Promise.all([root(from, from + half), root(from + half, to)]))
  }

  return { before: await root(0, before), now: await root(0, now) }
}

function nodeOf([left, right]: [Bytes, Bytes]): Promise<Bytes> {
  return nodeHash(left, right)
}
