// Computes the roots of two sizes of the log's Merkle tree from the hashes in its public tiles. If both
// roots are right, the smaller tree is the beginning of the larger one.
import { tilePath, tileWidth } from '#values/text/tile-names.ts'
import { type Bytes, hashBytes, nodeHash, sha256 } from './merkle-check.ts'

/**
 * Returns the bytes of a tile by its name, such as `0/000.p/3`. Throws if it cannot be loaded.
 */
export type ReadTile = (name: string) => Promise<Bytes>

/** Number of tree levels in one level of tiles. */
const tileLevels = 8

/** Returns the roots of the trees of the first `before` and the first `now` entries, from the same hashes. */
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
    const tile = tiles.get(name) ?? readTile(name)
    tiles.set(name, tile)
    return tile
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

  /** Returns MTH(D[from:to]) of RFC 6962. A subtree that contains the end of the smaller tree is split. */
  function root(from: number, to: number): Promise<Bytes> {
    const name = `${from}-${to}`
    const hash = hashes.get(name) ?? computeRoot(from, to)
    hashes.set(name, hash)
    return hash
  }

  async function computeRoot(from: number, to: number): Promise<Bytes> {
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
