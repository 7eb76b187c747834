// Computes the roots of ranges of entries from the tiles that contain the hashes of their complete subtrees.
import { completeRoot, hashBytes, hashesIn, rootOver } from '#features/log/tree/merkle.ts'
import type { Tile } from '#features/log/tree/tiles.ts'
import { tileWidth } from '#values/text/tile-names.ts'

/** Number of tree levels in one level of tiles. */
const tileDepth = Math.log2(tileWidth)

/** The entries from index `from` to before index `to`. */
export type Range = { readonly from: number; readonly to: number }

/** A complete subtree over the 2^depth entries from index `from`. */
type Subtree = { readonly from: number; readonly depth: number }

export type TilePosition = { readonly level: number; readonly index: number }

/** Returns the index at which RFC 6962 splits a range of at least two entries. */
export function splitAt(from: number, to: number): number {
  return from + 2 ** (Math.ceil(Math.log2(to - from)) - 1)
}

/** Splits a range of entries into complete subtrees, the largest first. */
function subtreesOf({ from, to }: Range): Subtree[] {
  const subtrees: Subtree[] = []
  for (let start = from; start < to; ) {
    const depth = Math.floor(Math.log2(to - start))
    subtrees.push({ from: start, depth })
    start += 2 ** depth
  }
  return subtrees
}

/** Returns the tile that contains the hashes of a subtree. */
function tileOf({ from, depth }: Subtree): TilePosition {
  const level = Math.floor(depth / tileDepth)
  return { level, index: Math.floor(from / tileWidth ** (level + 1)) }
}

const nameOf = ({ level, index }: TilePosition) => `${level}/${index}`

/** Returns the positions of the tiles with the hashes of the ranges, each once. */
export function tilesOfRanges(ranges: readonly Range[]): TilePosition[] {
  const positions = ranges.flatMap(subtreesOf).map(tileOf)
  return [...new Map(positions.map((each) => [nameOf(each), each])).values()]
}

/** Returns the root of each range. Throws if a tile is missing or has too few hashes. */
export function rootsOfRanges(ranges: readonly Range[], tiles: readonly Tile[]): Buffer[] {
  const hashesByName = new Map(tiles.map((tile) => [nameOf(tile), tile.hashes]))
  const rootOfSubtree = (subtree: Subtree) => {
    const tile = tileOf(subtree)
    const width = 2 ** (subtree.depth % tileDepth)
    const first = (subtree.from / tileWidth ** tile.level) % tileWidth
    const hashes = hashesByName.get(nameOf(tile))
    const bytes = hashes?.subarray(first * hashBytes, (first + width) * hashBytes)
    if (bytes?.length !== width * hashBytes) {
      throw new Error(`tile ${nameOf(tile)} of the log is not ${first + width} wide`)
    }
    return completeRoot(hashesIn(bytes))
  }
  return ranges.map((range) => rootOver(subtreesOf(range).map(rootOfSubtree)))
}
