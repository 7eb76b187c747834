// Computes inclusion proofs (RFC 6962, section 2.1.1): the sibling hashes from an entry to the root of
// a tree, and the tiles that contain them.
import {
  completeRoot,
  hashBytes,
  hashesIn,
  leafHash,
  nodeHash,
  rootOver,
} from '#features/log/tree/merkle.ts'
import type { Tile } from '#features/log/tree/tiles.ts'
import { tileWidth } from '#values/text/tile-names.ts'

/** Number of tree levels in one level of tiles. */
const tileDepth = Math.log2(tileWidth)

/** A complete subtree over the 2^depth entries from index `from`. */
type Subtree = { readonly from: number; readonly depth: number }

type TilePosition = { readonly level: number; readonly index: number }

/** Returns the complete subtrees below each sibling of a proof, from the entry up to the root. */
function siblingSubtrees(index: number, size: number): Subtree[][] {
  const path: Subtree[][] = []
  let from = 0
  let to = size
  while (to - from > 1) {
    const middle = from + 2 ** (Math.ceil(Math.log2(to - from)) - 1)
    path.push(index < middle ? subtreesOf(middle, to) : subtreesOf(from, middle))
    if (index < middle) to = middle
    else from = middle
  }
  return path.reverse()
}

/** Splits a range of entries into complete subtrees, the largest first. */
function subtreesOf(from: number, to: number): Subtree[] {
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

/** Returns the positions of the tiles with the hashes of a proof. `index` must be below `size`. */
export function tilesOfProof(index: number, size: number): TilePosition[] {
  const positions = siblingSubtrees(index, size).flat().map(tileOf)
  return [...new Map(positions.map((each) => [nameOf(each), each])).values()]
}

/** Returns the hashes of a proof. Throws if a tile is missing or has too few hashes. */
export function inclusionProof(index: number, size: number, tiles: readonly Tile[]): Buffer[] {
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
  return siblingSubtrees(index, size).map((subtrees) => rootOver(subtrees.map(rootOfSubtree)))
}

/**
 * Computes the root from an entry and its proof (RFC 9162, section 2.1.3.2). Returns null if the number
 * of hashes does not fit the index and size.
 */
export function rootOfProof(
  entry: Buffer,
  { index, size }: { readonly index: number; readonly size: number },
  hashes: readonly Buffer[],
): Buffer | null {
  let [node, last, hash] = [index, size - 1, leafHash(entry)]
  const moveUp = () => {
    node = Math.floor(node / 2)
    last = Math.floor(last / 2)
  }
  for (const sibling of hashes) {
    if (last === 0) return null
    const isRight = node % 2 === 1
    hash = isRight || node === last ? nodeHash(sibling, hash) : nodeHash(hash, sibling)
    // The last node of a level has no sibling and moves up unchanged.
    if (!isRight && node === last) while (node % 2 === 0 && node > 0) moveUp()
    moveUp()
  }
  return index >= 0 && index < size && last === 0 ? hash : null
}
