// Computes and verifies consistency proofs: that a tree begins with all entries of an earlier tree (RFC 6962, section
// 2.1.2; RFC 9162, section 2.1.4.2).
import { emptyRoot, nodeHash } from '#features/log/tree/merkle.ts'
import type { Tile } from '#features/log/tree/tiles.ts'
import { type Range, rootsOfRanges, splitAt, type TilePosition, tilesOfRanges } from './subtrees.ts'

/** A tree by its number of entries and its root. */
export type TreeHead = { readonly size: number; readonly root: Buffer }

/** Returns true if `hashes` prove that the tree `next` begins with the entries of the tree `previous`. */
export function isConsistent(
  previous: TreeHead,
  next: TreeHead,
  hashes: readonly Buffer[],
): boolean {
  if (previous.size > next.size) return false
  if (next.size === 0 && !next.root.equals(emptyRoot)) return false
  if (previous.size === next.size) return hashes.length === 0 && previous.root.equals(next.root)
  if (previous.size === 0) return hashes.length === 0 && previous.root.equals(emptyRoot)
  const isComplete = Number.isInteger(Math.log2(previous.size))
  const [seed, ...siblings] = isComplete ? [previous.root, ...hashes] : hashes
  if (seed === undefined) return false
  let [node, last] = [previous.size - 1, next.size - 1]
  const moveUp = () => {
    node = Math.floor(node / 2)
    last = Math.floor(last / 2)
  }
  while (node % 2 === 1) moveUp()
  let [previousRoot, nextRoot] = [seed, seed]
  for (const sibling of siblings) {
    if (last === 0) return false
    if (node % 2 === 1 || node === last) {
      previousRoot = nodeHash(sibling, previousRoot)
      nextRoot = nodeHash(sibling, nextRoot)
      while (node % 2 === 0 && node > 0) moveUp()
    } else {
      nextRoot = nodeHash(nextRoot, sibling)
    }
    moveUp()
  }
  return last === 0 && previousRoot.equals(previous.root) && nextRoot.equals(next.root)
}

/** Returns the ranges below each hash of a proof from a tree of `previousSize` entries to one of `size`. */
function rangesOfProof(previousSize: number, size: number): Range[] {
  if (previousSize === 0 || previousSize === size) return []
  const ranges: Range[] = []
  let [from, to] = [0, size]
  // The verifier knows the root of the whole earlier tree.
  let isWhole = true
  while (previousSize < to) {
    const middle = splitAt(from, to)
    if (previousSize <= middle) {
      ranges.push({ from: middle, to })
      to = middle
    } else {
      ranges.push({ from, to: middle })
      from = middle
      isWhole = false
    }
  }
  return (isWhole ? ranges : [...ranges, { from, to }]).reverse()
}

/** Returns the positions of the tiles with the hashes of a proof. */
export function tilesOfConsistency(previousSize: number, size: number): TilePosition[] {
  return tilesOfRanges(rangesOfProof(previousSize, size))
}

/**
 * Returns the hashes of a proof that a tree of `size` entries begins with its first `previousSize` entries. Throws if
 * a tile is missing or has too few hashes.
 */
export function consistencyProof(
  previousSize: number,
  size: number,
  tiles: readonly Tile[],
): Buffer[] {
  return rootsOfRanges(rangesOfProof(previousSize, size), tiles)
}
