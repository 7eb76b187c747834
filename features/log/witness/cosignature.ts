// Signs and verifies cosignatures of witnesses (C2SP tlog-cosignature): with Ed25519, and with ML-DSA-44, which also
// withstands quantum computers.
import { createPublicKey, hash, type KeyObject, sign, verify } from 'node:crypto'
import { signerOf } from '#features/log/tree/signed-note.ts'

type Algorithm = {
  /** Byte that marks a key of cosignatures in C2SP signed-note. */
  readonly mark: number
  readonly keyBytes: number
  readonly signatureBytes: number
  /** DER of a public key up to its own bytes (RFC 8410; RFC 9881 for ML-DSA). */
  readonly keyPrefix: Buffer
  /** Returns the signed message. Returns null if a name is too long for it. */
  readonly messageOf: (checkpointText: string, name: string, time: number) => Buffer | null
}

const algorithms = {
  ed25519: {
    mark: 4,
    keyBytes: 32,
    signatureBytes: 64,
    keyPrefix: Buffer.from('302a300506032b6570032100', 'hex'),
    messageOf: (checkpointText, _name, time) =>
      Buffer.from(`cosignature/v1\ntime ${time}\n${checkpointText}`),
  },
  mlDsa44: {
    mark: 6,
    keyBytes: 1_312,
    signatureBytes: 2_420,
    keyPrefix: Buffer.from('30820532300b06096086480165030403110382052100', 'hex'),
    messageOf: subtreeMessage,
  },
} as const satisfies Readonly<Record<string, Algorithm>>

export type WitnessKey = {
  readonly name: string
  readonly algorithm: keyof typeof algorithms
  readonly publicKey: Buffer
}
export type WitnessSigner = WitnessKey & { readonly privateKey: KeyObject }

const keyIdBytes = 4
const timeBytes = 8
/** Maximum length of a name in the message of ML-DSA-44. */
const nameBytesMax = 255
const line = /^— ([^\s+]+) ([A-Za-z0-9+/]+={0,2})$/u

/** Returns the `cosigned_message` of the whole tree of a checkpoint. */
function subtreeMessage(checkpointText: string, name: string, time: number): Buffer | null {
  const [origin = '', size = '', root = ''] = checkpointText.split('\n')
  const names = [name, origin].map((each) => Buffer.from(each))
  if (names.some(({ length }) => length === 0 || length > nameBytesMax)) return null
  const [nameField = [], originField = []] = names.map((each) => [Buffer.of(each.length), each])
  return Buffer.concat([
    Buffer.from('subtree/v1\n\0'),
    ...nameField,
    uint64(BigInt(time)),
    ...originField,
    uint64(0n),
    uint64(BigInt(size)),
    Buffer.from(root, 'base64'),
  ])
}

function uint64(value: bigint): Buffer {
  const bytes = Buffer.alloc(timeBytes)
  bytes.writeBigUInt64BE(value)
  return bytes
}

/** Returns an Ed25519 signer. `seed` is the 32 bytes of the private key. */
export function createWitnessSigner(name: string, seed: Buffer): WitnessSigner {
  const { privateKey, publicKey } = signerOf(name, seed)
  return { name, algorithm: 'ed25519', privateKey, publicKey }
}

function keyIdOf({ name, algorithm, publicKey }: WitnessKey): Buffer {
  const bytes = [Buffer.from(`${name}\n`), Buffer.of(algorithms[algorithm].mark), publicKey]
  return hash('sha256', Buffer.concat(bytes), 'buffer').subarray(0, keyIdBytes)
}

/** Returns the verifier key of C2SP signed-note: `<name>+<key id>+<key>`. */
export function witnessKeyText(key: WitnessKey): string {
  const bytes = Buffer.concat([Buffer.of(algorithms[key.algorithm].mark), key.publicKey])
  return `${key.name}+${keyIdOf(key).toString('hex')}+${bytes.toString('base64')}`
}

/** Parses a verifier key. Returns null if the text is no key of cosignatures, such as a key of a log. */
export function readWitnessKey(text: string): WitnessKey | null {
  const [, name = '', base64 = ''] = /^([^\s+]+)\+[0-9a-f]{8}\+([A-Za-z0-9+/=]+)$/u.exec(text) ?? []
  const bytes = Buffer.from(base64, 'base64')
  for (const algorithm of ['ed25519', 'mlDsa44'] as const) {
    const { mark, keyBytes } = algorithms[algorithm]
    if (bytes[0] !== mark || bytes.length !== 1 + keyBytes) continue
    const key = { name, algorithm, publicKey: bytes.subarray(1) }
    return witnessKeyText(key) === text ? key : null
  }
  return null
}

/**
 * Returns the witness's signature line under a checkpoint, without a line break. `checkpointText` is the note's text
 * with its last line break; `time` is in seconds since 1970.
 */
export function cosign(checkpointText: string, signer: WitnessSigner, time: number): string {
  const message = algorithms[signer.algorithm].messageOf(checkpointText, signer.name, time)
  if (message === null) throw new Error(`the name ${signer.name} is too long for a cosignature`)
  const signature = sign(null, message, signer.privateKey)
  const bytes = Buffer.concat([keyIdOf(signer), uint64(BigInt(time)), signature])
  return `— ${signer.name} ${bytes.toString('base64')}`
}

/**
 * Returns the time of the key's cosignature in a signature line, in seconds since 1970. Returns null if the line is
 * not the key's, or its signature is wrong.
 */
export function cosignedAt(
  checkpointText: string,
  signatureLine: string,
  key: WitnessKey,
): number | null {
  const [, name, base64 = ''] = line.exec(signatureLine) ?? []
  const { signatureBytes, keyPrefix, messageOf } = algorithms[key.algorithm]
  const bytes = Buffer.from(base64, 'base64')
  if (name !== key.name || bytes.length !== keyIdBytes + timeBytes + signatureBytes) return null
  if (!bytes.subarray(0, keyIdBytes).equals(keyIdOf(key))) return null
  const time = Number(bytes.readBigUInt64BE(keyIdBytes))
  const message = Number.isSafeInteger(time) ? messageOf(checkpointText, name, time) : null
  if (message === null) return null
  const der = Buffer.concat([keyPrefix, key.publicKey])
  const publicKey = createPublicKey({ key: der, format: 'der', type: 'spki' })
  const signature = bytes.subarray(keyIdBytes + timeBytes)
  return verify(null, message, publicKey, signature) ? time : null
}
