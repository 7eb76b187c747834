// Computes hashes of the Merkle tree of RFC 6962, section 2.1, with the browser's SHA-256. It shares only the
// naming of tiles with the server, whose tree it verifies.

import { tilePath, tileWidth } from '#values/text/tile-names.ts'

export type Bytes = Uint8Array<ArrayBuffer>

/** Number of bytes of a hash. */
export const hashBytes = 32

export function joined(...parts: readonly Bytes[]): Bytes {
  const bytes = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    bytes.set(part, at)
    at += part.length
  }
  return bytes
}

export async function sha256(...parts: readonly Bytes[]): Promise<Bytes> {
  return new Uint8Array(await crypto.subtle.digest('SHA-256', joined(...parts)))
}

export function areEqual(a: Bytes, b: Bytes): boolean {
  return a.length === b.length && a.every((byte, place) => byte === b[place])
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
  let place = index
  let last = size - 1
  let root = await leafHash(entry)
  for (const hash of path) {
    if (last === 0) return null
    if (place % 2 === 1 || place === last) {
      root = await nodeHash(hash, root)
      while (place % 2 === 0 && place !== 0) {
        place /= 2
        last = Math.floor(last / 2)
      }
    } else {
      root = await nodeHash(root, hash)
    }
    place = Math.floor(place / 2)
    last = Math.floor(last / 2)
  }
  return last === 0 ? root : null
}

/**
 * Returns the bytes of a tile by its name, such as `0/000.p/3`. Throws if it cannot be loaded.
 */
export type ReadTile = (name: string) => Promise<Bytes>

/** Number of tree levels in one level of tiles. */
const tileLevels = 8

/**
 * Returns the roots of the trees of the first `before` and the first `now` entries, from the same hashes. If
 * both roots are right, the smaller tree is the beginning of the larger one.
 */
export async function rootsOfBoth(
  { before, now }: { readonly before: number; readonly now: number },
  readTile: ReadTile,
): Promise<{ readonly before: Bytes; readonly now: Bytes }> {
  const tiles = new Map<string, Promise<Bytes>>()
  const hashes = new Map<string, Promise<Bytes>>()

  function tileOf(level: number, index: number): Promise<Bytes> {
    const count = Math.floor(now / tileWidth ** level)
    const width = Math.min(tileWidth, count - index * tileWidth)
    const name = tilePath(level, index, width)
    const tile = tiles.get(name) ?? readTile(name)
    tiles.set(name, tile)
    return tile
  }

  /** Returns the hash of a complete subtree of 2^height entries. */
  async function subtree(height: number, index: number): Promise<Bytes> {
    const level = Math.floor(height / tileLevels)
    const span = 2 ** (height % tileLevels)
    if (span > 1) return nodeOf(await Promise.all(halves(height, index)))
    const tile = await tileOf(level, Math.floor(index / tileWidth))
    const at = (index % tileWidth) * hashBytes
    return tile.slice(at, at + hashBytes)
  }

  function halves(height: number, index: number): [Promise<Bytes>, Promise<Bytes>] {
    return [subtree(height - 1, index * 2), subtree(height - 1, index * 2 + 1)]
  }

  /** Returns MTH(D[from:to]) of RFC 6962. A subtree that contains the end of the smaller tree is split. */
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
    const isCut = from < before && before < to
    if (Number.isInteger(height) && !isCut) return subtree(height, from / size)
    const half = 2 ** Math.ceil(height - 1)
    return nodeOf(await Promise.all([root(from, from + half), root(from + half, to)]))
  }

  return { before: await root(0, before), now: await root(0, now) }
}

function nodeOf([left, right]: [Bytes, Bytes]): Promise<Bytes> {
  return nodeHash(left, right)
}
