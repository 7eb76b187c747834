// Computes hashes of the Merkle tree of RFC 6962, section 2.1, with the browser's SHA-256. It shares no
// code with the server, whose tree it verifies.

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
export const nodeHash = (left: Bytes, right: Bytes) => sha256(Uint8Array.of(1), left, right)

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
