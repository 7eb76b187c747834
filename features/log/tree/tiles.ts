// Computes the tree in tiles of 256 hashes (C2SP's tlog-tiles): level 0 holds the leaves, and each
// full tile is one hash of the level above. Pure: the caller reads and writes the tiles.
import { completeRoot, hashBytes, hashesIn, rootOver } from '#features/log/tree/merkle.ts'
import { tileWidth } from '#values/text/tile-names.ts'

export type Tile = { readonly level: number; readonly index: number; readonly hashes: Buffer }

/** The last tile of each level, level 0 first; empty where the level ends with a full tile. */
export type Edge = readonly Buffer[]

/** Returns the number of hashes on a level of a tree with `size` entries. */
function hashesOf(size: number, level: number): number {
  return Math.floor(size / tileWidth ** level)
}

/**
 * Returns the tiles at the right edge of a tree with `size` entries that are not full, with their
 * widths.
 */
export function partialTiles(size: number): { level: number; index: number; width: number }[] {
  const partial = []
  for (let level = 0; hashesOf(size, level) > 0; level += 1) {
    const count = hashesOf(size, level)
    const width = count % tileWidth
    if (width > 0) partial.push({ level, index: Math.floor(count / tileWidth), width })
  }
  return partial
}

/**
 * Returns the edge of a tree with `size` entries from its last tiles. Throws where one is missing.
 */
export function edgeOf(size: number, tiles: readonly Tile[]): Edge {
  const edge: Buffer[] = []
  for (const { level, index, width } of partialTiles(size)) {
    const tile = tiles.find((each) => each.level === level && each.index === index)
    if (tile === undefined || tile.hashes.length < width * hashBytes) {
      throw new Error(`tile ${level}/${index} of the log is not ${width} wide`)
    }
    while (edge.length < level) edge.push(Buffer.alloc(0))
    edge.push(tile.hashes.subarray(0, width * hashBytes))
  }
  return edge
}

/** Appends leaves to a tree of `size` entries. Returns the new or wider tiles, each as a whole. */
export function appendLeaves(
  size: number,
  edge: Edge,
  leaves: readonly Buffer[],
): { readonly tiles: Tile[]; readonly edge: Edge } {
  const tiles: Tile[] = []
  const nextEdge = [...edge]
  let coming = leaves
  for (let level = 0; coming.length > 0; level += 1) {
    const bytes = Buffer.concat([edge[level] ?? Buffer.alloc(0), ...coming])
    const first = Math.floor(hashesOf(size, level) / tileWidth)
    const fullBytes = tileWidth * hashBytes
    const full: Buffer[] = []
    for (let start = 0; start < bytes.length; start += fullBytes) {
      const hashes = bytes.subarray(start, start + fullBytes)
      tiles.push({ level, index: first + start / fullBytes, hashes })
      if (hashes.length === fullBytes) full.push(completeRoot(hashesIn(hashes)))
    }
    while (nextEdge.length < level) nextEdge.push(Buffer.alloc(0))
    nextEdge[level] = bytes.subarray(full.length * fullBytes)
    coming = full
  }
  return { tiles, edge: nextEdge }
}

/** Returns the root of a tree from its edge. */
export function rootOf(edge: Edge): Buffer {
  return rootOver(edge.toReversed().flatMap((hashes) => completeSubtrees(hashesIn(hashes))))
}

/**
 * Returns the roots of the largest complete subtrees over hashes of one level, from left to right.
 */
function completeSubtrees(hashes: readonly Buffer[]): Buffer[] {
  const roots: Buffer[] = []
  let start = 0
  for (let width = tileWidth / 2; width >= 1; width /= 2) {
    if (start + width > hashes.length) continue
    roots.push(completeRoot(hashes.slice(start, start + width)))
    start += width
  }
  return roots
}
