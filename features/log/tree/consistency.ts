// Verifies consistency proofs: that a tree begins with all entries of an earlier tree (RFC 9162, section 2.1.4.2).
import { emptyRoot, nodeHash } from '#features/log/tree/merkle.ts'

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
