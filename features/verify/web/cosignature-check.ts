// Verifies cosignatures of witnesses (C2SP tlog-cosignature) in the browser, with Ed25519 or ML-DSA-44. It shares no
// code with the server. The code of ML-DSA-44 is loaded only for a signature of such a key, if the browser has none.
import { hexOf } from '#web/hex.ts'
import { areEqual, type Bytes, concatenate, sha256 } from './merkle-check.ts'
import { bytesOf, fromBase64, readCheckpoint } from './signed-note-check.ts'

export type CosignatureKey = {
  readonly name: string
  readonly id: Bytes
  readonly algorithm: keyof typeof algorithms
  readonly key: Bytes
}
/** Time of a cosignature in seconds since 1970. `unsupported`: the browser cannot verify it. `none`: there is none. */
export type Cosigned = number | 'none' | 'unsupported'

const algorithms = {
  Ed25519: {
    mark: 4,
    keyBytes: 32,
    signatureBytes: 64,
    /** DER of a public key up to its own bytes (RFC 8410). */
    keyPrefix: '302a300506032b6570032100',
  },
  'ML-DSA-44': {
    mark: 6,
    keyBytes: 1_312,
    signatureBytes: 2_420,
    /** RFC 9881. */
    keyPrefix: '30820532300b06096086480165030403110382052100',
  },
} as const
const algorithmNames = ['Ed25519', 'ML-DSA-44'] as const

const keyIdBytes = 4
const timeBytes = 8
const nameBytesMax = 255
/** Signature lines of a checkpoint that are read. */
const linesMax = 256
/** Allowed difference between two clocks, in seconds. */
const clockSeconds = 300

/** Parses the key of a witness, `<name>+<id>+<base64>`. Returns null for any other text. */
export async function readCosignatureKey(text: string): Promise<CosignatureKey | null> {
  const [, name = '', id = '', base64 = ''] =
    /^([^\s+]+)\+([0-9a-f]{8})\+([A-Za-z0-9+/=]+)$/u.exec(text) ?? []
  const bytes = fromBase64(base64)
  const algorithm = algorithmNames.find((each) => algorithms[each].mark === bytes?.[0])
  if (bytes === null || algorithm === undefined) return null
  if (bytes.length !== 1 + algorithms[algorithm].keyBytes) return null
  const digest = (await sha256(bytesOf(`${name}\n`), bytes)).slice(0, keyIdBytes)
  return hexOf(digest) === id ? { name, id: digest, algorithm, key: bytes.slice(1) } : null
}

/**
 * Returns the time at which the key has cosigned a checkpoint. A cosignature of the future does not count: `now` is in
 * seconds since 1970.
 */
export async function cosignedAt(
  note: string,
  key: CosignatureKey,
  now: number,
): Promise<Cosigned> {
  const end = note.lastIndexOf('\n\n')
  if (end < 0 || !note.endsWith('\n')) return 'none'
  const text = note.slice(0, end + 1)
  for (const line of note
    .slice(end + 2, -1)
    .split('\n')
    .slice(0, linesMax)) {
    const found = signatureOf(line, key)
    if (found === null || found.time > now + clockSeconds) continue
    const message = messageOf(text, key, found.time)
    const isRight = message === null ? false : await isSignature(key, found.signature, message)
    if (isRight !== false) return isRight === null ? 'unsupported' : found.time
  }
  return 'none'
}

/** Returns time and signature of a line of the key, or null for any other line. */
function signatureOf(line: string, { name, id, algorithm }: CosignatureKey) {
  const [, lineName, base64 = ''] = /^— (\S+) ([A-Za-z0-9+/=]+)$/u.exec(line) ?? []
  const bytes = lineName === name ? fromBase64(base64) : null
  const length = keyIdBytes + timeBytes + algorithms[algorithm].signatureBytes
  if (bytes?.length !== length || !areEqual(bytes.slice(0, keyIdBytes), id)) return null
  const time = Number(new DataView(bytes.buffer).getBigUint64(keyIdBytes))
  if (!Number.isSafeInteger(time)) return null
  return { time, signature: bytes.slice(keyIdBytes + timeBytes) }
}

/** Returns the signed message, or null if a name is too long for it. */
function messageOf(text: string, { name, algorithm }: CosignatureKey, time: number): Bytes | null {
  if (algorithm === 'Ed25519') return bytesOf(`cosignature/v1\ntime ${time}\n${text}`)
  const checkpoint = readCheckpoint(text)
  if (checkpoint === null) return null
  const { origin, size, root } = checkpoint
  const names = [bytesOf(name), bytesOf(origin)] as const
  if (names.some(({ length }) => length === 0 || length > nameBytesMax)) return null
  const [nameField, originField] = names
  return concatenate(
    bytesOf('subtree/v1\n\0'),
    ...[Uint8Array.of(nameField.length), nameField, uint64(time)],
    ...[Uint8Array.of(originField.length), originField, uint64(0), uint64(size), root],
  )
}

function uint64(value: number): Bytes {
  const bytes = new Uint8Array(timeBytes)
  new DataView(bytes.buffer).setBigUint64(0, BigInt(value))
  return bytes
}

/** Returns null if the browser cannot verify the signature. */
async function isSignature(
  { algorithm, key }: CosignatureKey,
  signature: Bytes,
  message: Bytes,
): Promise<boolean | null> {
  const form = algorithms[algorithm].keyPrefix.match(/../g) ?? []
  const spki = concatenate(
    Uint8Array.from(form, (pair) => Number.parseInt(pair, 16)),
    key,
  )
  const imported = await crypto.subtle
    .importKey('spki', spki, algorithm, false, ['verify'])
    .catch(() => null)
  if (imported !== null) return crypto.subtle.verify(algorithm, imported, signature, message)
  if (algorithm === 'Ed25519') return null
  const library = await import('@noble/post-quantum/ml-dsa.js').catch(() => null)
  return library === null ? null : library.ml_dsa44.verify(signature, message, key)
}
