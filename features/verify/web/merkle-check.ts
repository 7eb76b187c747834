// Computes hashes of the Merkle tree of RFC 6962, section 2.1, with the browser's SHA-256. It shares only the
// naming of tiles with the server, whose tree it verifies.

import { tilePath, tileWidth } from '#values/text/tile-names.ts'

export type Bytes = Uint8Array<ArrayBuffer>

/** Number of bytes of a hash. */
export const hashBytes = 32

export function concatenate(...parts: readonly Bytes[]): Bytes {
  const bytes = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let offset = 0
  for (const part of parts) {
    bytes.set(part, offset)
    offset += part.length
  }
  return bytes
}

export async function sha256(...parts: readonly Bytes[]): Promise<Bytes> {
  return new Uint8Array(await crypto.subtle.digest('SHA-256', concatenate(...parts)))
}

export function areEqual(a: Bytes, b: Bytes): boolean {
  return a.length === b.length && a.every((byte, index) => byte === b[index])
}

export const leafHash = (entry: Bytes) => sha256(Uint8Array.of(0), entry)
const nodeHash = (left: Bytes, right: Bytes) => sha256(Uint8Array.of(1), left, right)

/**
 * Computes the root from the entry at `index` of a tree with `size` entries, and its inclusion proof
 * `path`. Returns null if the path has the wrong length for the index (RFC 9162, section 2.1.3.2).
 */
export async function rootOfPath(
  entry: Bytes,
  { index, size }: { readonly index: number; readonly size: number },
  path: readonly Bytes[],
): Promise<Bytes | null> {
  if (index >= size) return null
  let node = index
  let last = size - 1
  let root = await leafHash(entry)
  for (const hash of path) {
    if (last === 0) return null
    if (node % 2 === 1 || node === last) {
      root = await nodeHash(hash, root)
      // The last node of a level has no sibling and moves up unchanged.
      while (node % 2 === 0 && node !== 0) {
        node /= 2
        last = Math.floor(last / 2)
      }
    } else {
      root = await nodeHash(root, hash)
    }
    node = Math.floor(node / 2)
    last = Math.floor(last / 2)
  }
  return last === 0 ? root : null
}

/** Returns the bytes of a tile by its name, such as `0/000.p/3`. Throws if the tile cannot be loaded. */
export type ReadTile = (name: string) => Promise<Bytes>

/** Number of tree levels in one level of tiles. */
const tileLevels = 8

/**
 * Returns the roots of the trees with `previousSize` and `currentSize` entries, computed from the same
 * hashes. If both roots are right, the smaller tree is the beginning of the larger one.
 */
export async function rootsOfBoth(
  { previousSize, currentSize }: { readonly previousSize: number; readonly currentSize: number },
  readTile: ReadTile,
): Promise<{ readonly previousRoot: Bytes; readonly currentRoot: Bytes }> {
  const tiles = new Map<string, Promise<Bytes>>()
  const hashes = new Map<string, Promise<Bytes>>()

  function tileOf(level: number, index: number): Promise<Bytes> {
    const count = Math.floor(currentSize / tileWidth ** level)
    const width = Math.min(tileWidth, count - index * tileWidth)
    const name = tilePath(level, index, width)
    const tile = tiles.get(name) ?? readTile(name)
    tiles.set(name, tile)
    return tile
  }

  /** Returns the hash of the complete subtree number `index` with 2^height entries. Loads its tiles. */
  async function subtree(height: number, index: number): Promise<Bytes> {
    const level = Math.floor(height / tileLevels)
    const span = 2 ** (height % tileLevels)
    if (span > 1) return nodeOf(await Promise.all(halves(height, index)))
    const tile = await tileOf(level, Math.floor(index / tileWidth))
    const offset = (index % tileWidth) * hashBytes
    return tile.slice(offset, offset + hashBytes)
  }

  function halves(height: number, index: number): [Promise<Bytes>, Promise<Bytes>] {
    return [subtree(height - 1, index * 2), subtree(height - 1, index * 2 + 1)]
  }

  /** Returns MTH(D[from:to]) of RFC 6962, which splits a subtree that extends beyond the smaller tree. */
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
    const isComplete = Number.isInteger(height)
    const extendsBeyondPrevious = from < previousSize && previousSize < to
    if (isComplete && !extendsBeyondPrevious) return subtree(height, from / size)
    const half = 2 ** Math.ceil(height - 1)
    return nodeOf(await Promise.all([root(from, from + half), root(from + half, to)]))
  }

  return { previousRoot: await root(0, previousSize), currentRoot: await root(0, currentSize) }
}

function nodeOf([left, right]: [Bytes, Bytes]): Promise<Bytes> {
  return nodeHash(left, right)
}
