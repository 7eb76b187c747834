// Computes hashes of leaves, nodes and subtrees of the Merkle tree of RFC 6962, section 2.1, with
// SHA-256.
import { hash } from 'node:crypto'

/** Length of a hash in bytes. */
export const hashBytes = 32

const leafPrefix = Buffer.of(0)
const nodePrefix = Buffer.of(1)

const sha256 = (...parts: readonly Buffer[]) => hash('sha256', Buffer.concat(parts), 'buffer')

/** Root of a tree without entries. */
export const emptyRoot = sha256()

export function leafHash(entry: Buffer): Buffer {
  return sha256(leafPrefix, entry)
}

export function nodeHash(left: Buffer, right: Buffer): Buffer {
  return sha256(nodePrefix, left, right)
}

/** Splits `bytes` into consecutive hashes. */
export function hashesIn(bytes: Buffer): Buffer[] {
  const count = Math.floor(bytes.length / hashBytes)
  return Array.from({ length: count }, (_, position) =>
    bytes.subarray(position * hashBytes, (position + 1) * hashBytes),
  )
}

/** Returns the root over complete subtrees of equal size. Their number must be a power of two. */
export function completeRoot(subtrees: readonly Buffer[]): Buffer {
  let row = subtrees
  while (row.length > 1) {
    const pairs: Buffer[] = []
    for (let position = 0; position < row.length; position += 2) {
      const [left, right] = [row[position], row[position + 1]]
      if (left === undefined || right === undefined) throw new Error('a subtree is not complete')
      pairs.push(nodeHash(left, right))
    }
    row = pairs
  }
  const [root] = row
  if (root === undefined) throw new Error('a subtree has no hash')
  return root
}

/** Returns the root over consecutive subtrees, each larger than the next. */
export function rootOver(subtrees: readonly Buffer[]): Buffer {
  return subtrees.length === 0
    ? emptyRoot
    : subtrees.reduceRight((right, left) => nodeHash(left, right))
}
