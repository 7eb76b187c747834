// Computes inclusion proofs (RFC 6962, section 2.1.1): the hashes from an entry to the root of a
// tree, and their tiles. Pure.
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

/** Levels of the tree that one level of tiles spans. */
const tileDepth = Math.log2(tileWidth)

/** A complete subtree over 2^depth entries from `from` on. */
type Subtree = { readonly from: number; readonly depth: number }

type TilePlace = { readonly level: number; readonly index: number }

/** Returns the complete subtrees behind each hash of the proof, from the entry up. */
function siblings(index: number, size: number): Subtree[][] {
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

/** Splits a range into complete subtrees, the largest before the smaller ones. */
function subtreesOf(from: number, to: number): Subtree[] {
  const subtrees: Subtree[] = []
  for (let start = from; start < to; ) {
    const depth = Math.floor(Math.log2(to - start))
    subtrees.push({ from: start, depth })
    start += 2 ** depth
  }
  return subtrees
}

function placeOf({ from, depth }: Subtree): TilePlace {
  const level = Math.floor(depth / tileDepth)
  return { level, index: Math.floor(from / tileWidth ** (level + 1)) }
}

const nameOf = ({ level, index }: TilePlace) => `${level}/${index}`

/** Returns the tiles with the hashes of a proof. `index` is below `size`. */
export function tilesOfProof(index: number, size: number): TilePlace[] {
  const places = siblings(index, size).flat().map(placeOf)
  return [...new Map(places.map((place) => [nameOf(place), place])).values()]
}

/** Returns the hashes of a proof. Throws where a tile is missing or too narrow. */
export function inclusionProof(index: number, size: number, tiles: readonly Tile[]): Buffer[] {
  const known = new Map(tiles.map((tile) => [nameOf(tile), tile.hashes]))
  const rootOfSubtree = (subtree: Subtree) => {
    const place = placeOf(subtree)
    const width = 2 ** (subtree.depth % tileDepth)
    const first = (subtree.from / tileWidth ** place.level) % tileWidth
    const bytes = known.get(nameOf(place))?.subarray(first * hashBytes, (first + width) * hashBytes)
    if (bytes?.length !== width * hashBytes) {
      throw new Error(`tile ${nameOf(place)} of the log is not ${first + width} wide`)
    }
    return completeRoot(hashesIn(bytes))
  }
  return siblings(index, size).map((subtrees) => rootOver(subtrees.map(rootOfSubtree)))
}

/**
 * Returns the root that a proof leads to from an entry (RFC 9162, section 2.1.3.2); null where it
 * leads to none.
 */
export function rootOfProof(
  entry: Buffer,
  { index, size }: { readonly index: number; readonly size: number },
  hashes: readonly Buffer[],
): Buffer | null {
  let [at, last, hash] = [index, size - 1, leafHash(entry)]
  const climb = () => {
    at = Math.floor(at / 2)
    last = Math.floor(last / 2)
  }
  for (const sibling of hashes) {
    if (last === 0) return null
    const isRight = at % 2 === 1
    hash = isRight || at === last ? nodeHash(sibling, hash) : nodeHash(hash, sibling)
    // The last node of a level without a neighbour rises unchanged.
    if (!isRight && at === last) while (at % 2 === 0 && at > 0) climb()
    climb()
  }
  return index >= 0 && index < size && last === 0 ? hash : null
}
