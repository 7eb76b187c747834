// Computes and verifies inclusion proofs (RFC 6962, section 2.1.1): the sibling hashes from an entry to the root of
// a tree.
import { leafHash, nodeHash } from '#features/log/tree/merkle.ts'
import type { Tile } from '#features/log/tree/tiles.ts'
import { type Range, rootsOfRanges, splitAt, type TilePosition, tilesOfRanges } from './subtrees.ts'

/** Returns the ranges below each sibling of a proof, from the entry up to the root. */
function siblingRanges(index: number, size: number): Range[] {
  const path: Range[] = []
  let from = 0
  let to = size
  while (to - from > 1) {
    const middle = splitAt(from, to)
    path.push(index < middle ? { from: middle, to } : { from, to: middle })
    if (index < middle) to = middle
    else from = middle
  }
  return path.reverse()
}

/** Returns the positions of the tiles with the hashes of a proof. `index` must be below `size`. */
export function tilesOfProof(index: number, size: number): TilePosition[] {
  return tilesOfRanges(siblingRanges(index, size))
}

/** Returns the hashes of a proof. Throws if a tile is missing or has too few hashes. */
export function inclusionProof(index: number, size: number, tiles: readonly Tile[]): Buffer[] {
  return rootsOfRanges(siblingRanges(index, size), tiles)
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
