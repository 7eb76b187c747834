// Computes the tree in tiles of 256 hashes (C2SP tlog-tiles). Level 0 contains the hashes of leaves,
// and the root of each full tile is a hash of the level above. The caller reads and writes the tiles.
import { completeRoot, hashBytes, hashesIn, rootOver } from '#features/log/tree/merkle.ts'
import { tileWidth } from '#values/text/tile-names.ts'

export type Tile = { readonly level: number; readonly index: number; readonly hashes: Buffer }

/** The hashes of each level's partial tile, level 0 first. A level whose last tile is full has no hashes. */
export type Edge = readonly Buffer[]

/** Returns the number of hashes on a level of a tree with `size` entries. */
function hashesOf(size: number, level: number): number {
  return Math.floor(size / tileWidth ** level)
}

/**
 * Returns the positions and widths of the partial tiles of a tree with `size` entries, at most one per
 * level.
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

/** Returns the edge of a tree with `size` entries. Throws if `tiles` lacks one of its partial tiles. */
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

/** Appends leaves to a tree of `size` entries. Returns all tiles that changed, and the new edge. */
export function appendLeaves(
  size: number,
  edge: Edge,
  leaves: readonly Buffer[],
): { readonly tiles: Tile[]; readonly edge: Edge } {
  const tiles: Tile[] = []
  const nextEdge = [...edge]
  let newHashes = leaves
  for (let level = 0; newHashes.length > 0; level += 1) {
    const bytes = Buffer.concat([edge[level] ?? Buffer.alloc(0), ...newHashes])
    const firstTile = Math.floor(hashesOf(size, level) / tileWidth)
    const fullTileBytes = tileWidth * hashBytes
    const fullRoots: Buffer[] = []
    for (let start = 0; start < bytes.length; start += fullTileBytes) {
      const hashes = bytes.subarray(start, start + fullTileBytes)
      tiles.push({ level, index: firstTile + start / fullTileBytes, hashes })
      if (hashes.length === fullTileBytes) fullRoots.push(completeRoot(hashesIn(hashes)))
    }
    while (nextEdge.length < level) nextEdge.push(Buffer.alloc(0))
    nextEdge[level] = bytes.subarray(fullRoots.length * fullTileBytes)
    newHashes = fullRoots
  }
  return { tiles, edge: nextEdge }
}

/** Returns the root of a tree from its edge. */
export function rootOf(edge: Edge): Buffer {
  return rootOver(edge.toReversed().flatMap((hashes) => completeSubtrees(hashesIn(hashes))))
}

/** Splits a level's hashes into complete subtrees, the largest first, and returns their roots. */
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
