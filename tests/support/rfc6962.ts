// Verifies logs by the text of RFC 6962, section 2.1, and C2SP's signed-note, without the product's
// code. Other tools therefore accept the same logs.
import { createPublicKey, hash, verify } from 'node:crypto'

const sha256 = (...parts: Uint8Array[]) => hash('sha256', Buffer.concat(parts), 'buffer')
/** 2.1: MTH({}) = SHA-256(); MTH({d(0)}) = SHA-256(0x00 || d(0)). */
const leaf = (data: Uint8Array) => sha256(Uint8Array.of(0), data)
const node = (left: Uint8Array, right: Uint8Array) => sha256(Uint8Array.of(1), left, right)

/** Returns the largest power of two smaller than n. */
function split(n: number): number {
  let k = 1
  while (k * 2 < n) k *= 2
  return k
}

/** 2.1: MTH(D[n]) = SHA-256(0x01 || MTH(D[0:k]) || MTH(D[k:n])). Caches the hash of each range. */
export class Tree {
  readonly #leaves: Buffer[]
  readonly #cached = new Map<string, Buffer>()

  constructor(entries: readonly Uint8Array[]) {
    this.#leaves = entries.map(leaf)
  }

  get size(): number {
    return this.#leaves.length
  }

  root(from = 0, to = this.size): Buffer {
    if (to - from === 0) return sha256()
    const [only] = to - from === 1 ? this.#leaves.slice(from, to) : []
    if (only !== undefined) return only
    const name = `${from}-${to}`
    const cached = this.#cached.get(name)
    if (cached !== undefined) return cached
    const k = split(to - from)
    const root = node(this.root(from, from + k), this.root(from + k, to))
    this.#cached.set(name, root)
    return root
  }

  /** 2.1.1: PATH(m, D[n]) */
  path(m: number, from = 0, to = this.size): Buffer[] {
    const n = to - from
    if (n <= 1) return []
    const k = split(n)
    return m < k
      ? [...this.path(m, from, from + k), this.root(from + k, to)]
      : [...this.path(m - k, from + k, to), this.root(from, from + k)]
  }

  /** 2.1.2: PROOF(m, D[n]) */
  consistency(m: number, from = 0, to = this.size, isWhole = true): Buffer[] {
    const n = to - from
    if (m === n) return isWhole ? [] : [this.root(from, to)]
    const k = split(n)
    return m <= k
      ? [...this.consistency(m, from, from + k, isWhole), this.root(from + k, to)]
      : [...this.consistency(m - k, from + k, to, false), this.root(from, from + k)]
  }
}

/** Returns true if the hashes lead from the entry at `index` to the root of a tree of `size` entries. */
export function isIncluded(
  entry: Uint8Array,
  index: number,
  size: number,
  hashes: readonly Uint8Array[],
  root: Uint8Array,
): boolean {
  if (index >= size) return false
  let fn = index
  let sn = size - 1
  let r: Uint8Array = leaf(entry)
  for (const p of hashes) {
    if (sn === 0) return false
    if (fn % 2 === 1 || fn === sn) {
      r = node(p, r)
      while (fn % 2 === 0 && fn !== 0) {
        fn = Math.floor(fn / 2)
        sn = Math.floor(sn / 2)
      }
    } else r = node(r, p)
    fn = Math.floor(fn / 2)
    sn = Math.floor(sn / 2)
  }
  return sn === 0 && Buffer.from(r).equals(root)
}

type Note = { readonly origin: string; readonly size: number; readonly root: Buffer }

/** Returns the content of a note. Throws if the key, `<name>+<id>+<base64>`, did not sign it. */
export function readNote(note: string, verifierKey: string): Note {
  const [name = '', id = '', ...rest] = verifierKey.trim().split('+')
  const key = Buffer.from(rest.join('+'), 'base64')
  const keyId = sha256(Buffer.from(`${name}\n`), key).subarray(0, 4)
  if (key[0] !== 1 || keyId.toString('hex') !== id) throw new Error('no Ed25519 verifier key')
  const separator = note.lastIndexOf('\n\n')
  const text = note.slice(0, separator + 1)
  const signatures = note
    .slice(separator + 2)
    .split('\n')
    .slice(0, -1)
  const mine = signatures.flatMap((line) => {
    const [dash, signer, base64 = ''] = line.split(' ')
    const bytes = Buffer.from(base64, 'base64')
    const isMine = dash === '—' && signer === name && bytes.subarray(0, 4).equals(keyId)
    return isMine ? [bytes.subarray(4)] : []
  })
  const jwk = { kty: 'OKP', crv: 'Ed25519', x: key.subarray(1).toString('base64url') }
  const publicKey = createPublicKey({ key: jwk, format: 'jwk' })
  if (!mine.some((signature) => verify(null, Buffer.from(text), publicKey, signature))) {
    throw new Error('the note is not signed by this key')
  }
  const [origin = '', size, root = ''] = text.split('\n')
  return { origin, size: Number(size), root: Buffer.from(root, 'base64') }
}

/** Returns the N of a tile's address, in groups of three digits. */
export function tileNumber(n: number): string {
  const last = String(n % 1000).padStart(3, '0')
  return n < 1000 ? last : `${tileNumber(Math.floor(n / 1000)).replace(/(\d{3})$/, 'x$1')}/${last}`
}

export type PublishedLog = {
  readonly note: Note
  readonly text: string
  readonly key: string
  readonly entries: readonly Buffer[]
}

/** Fetches a log's key, checkpoint and all entries from its public addresses. */
export async function fetchLog(base: string, checkpoint?: string): Promise<PublishedLog> {
  const get = async (path: string) => {
    const answer = await fetch(`${base}/${path}`)
    if (!answer.ok) throw new Error(`${path}: ${answer.status}`)
    return Buffer.from(await answer.arrayBuffer())
  }
  const key = (await get('key')).toString()
  const text = checkpoint ?? (await get('checkpoint')).toString()
  const note = readNote(text, key)
  const entries: Buffer[] = []
  for (let n = 0; n * 256 < note.size; n += 1) {
    const width = Math.min(256, note.size - n * 256)
    const partial = width < 256 ? `.p/${width}` : ''
    const bundle = await get(`tile/entries/${tileNumber(n)}${partial}`)
    for (let offset = 0; offset < bundle.length; ) {
      const length = bundle.readUInt16BE(offset)
      entries.push(bundle.subarray(offset + 2, offset + 2 + length))
      offset += 2 + length
    }
  }
  return { note, text, key, entries }
}
