// Signs and verifies checkpoints, which are signed notes (C2SP signed-note and tlog-checkpoint) under
// Ed25519.
import { createPrivateKey, createPublicKey, hash, type KeyObject, sign, verify } from 'node:crypto'
import { hashBytes } from '#features/log/tree/merkle.ts'

/** The name and public key by which a verifier checks signatures. */
export type VerifierKey = { readonly name: string; readonly publicKey: Buffer }
export type Signer = VerifierKey & { readonly privateKey: KeyObject }

/** The content of a checkpoint. */
export type Checkpoint = { readonly origin: string; readonly size: number; readonly root: Buffer }

/** Byte that marks a key as Ed25519 in C2SP signed-note. */
const ed25519 = Buffer.of(1)
const keyIdBytes = 4
const signatureBytes = 64
/** DER of an Ed25519 key up to its last 32 bytes (RFC 8410). */
const privateKeyPrefix = Buffer.from('302e020100300506032b657004220420', 'hex')
const publicKeyPrefix = Buffer.from('302a300506032b6570032100', 'hex')

/** A key's name has no white space and no plus sign, which separate the parts of notes and key texts. */
export const keyNameForm = /^[^\s+]+$/u

/** Returns the signer. `seed` is the 32 bytes of an Ed25519 private key. */
export function signerOf(name: string, seed: Buffer): Signer {
  const der = Buffer.concat([privateKeyPrefix, seed])
  const privateKey = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' })
  const spki = createPublicKey(privateKey).export({ format: 'der', type: 'spki' })
  return { name, privateKey, publicKey: spki.subarray(publicKeyPrefix.length) }
}

function keyIdOf({ name, publicKey }: VerifierKey): Buffer {
  const keyText = Buffer.concat([Buffer.from(`${name}\n`), ed25519, publicKey])
  return hash('sha256', keyText, 'buffer').subarray(0, keyIdBytes)
}

/** Returns the verifier key of C2SP signed-note: `<name>+<key id>+<key>`. */
export function verifierText(key: VerifierKey): string {
  const bytes = Buffer.concat([ed25519, key.publicKey]).toString('base64')
  return `${key.name}+${keyIdOf(key).toString('hex')}+${bytes}`
}

/** Parses a verifier key. Returns null if the text is no Ed25519 verifier key. */
export function readVerifierText(text: string): VerifierKey | null {
  const [, name = '', base64 = ''] = /^([^\s+]+)\+[0-9a-f]{8}\+([A-Za-z0-9+/=]+)$/u.exec(text) ?? []
  const bytes = Buffer.from(base64, 'base64')
  const key = { name, publicKey: bytes.subarray(1) }
  if (bytes.length !== 1 + hashBytes || bytes[0] !== ed25519[0]) return null
  return verifierText(key) === text ? key : null
}

/** Returns the signed note of a checkpoint. Its origin is the signer's name. */
export function signCheckpoint(size: number, root: Buffer, signer: Signer): string {
  const text = `${signer.name}\n${size}\n${root.toString('base64')}\n`
  const signature = sign(null, Buffer.from(text), signer.privateKey)
  const line = Buffer.concat([keyIdOf(signer), signature]).toString('base64')
  return `${text}\n— ${signer.name} ${line}\n`
}

/**
 * Returns the checkpoint in a note. Returns null if the key has not signed the note, or the note is no
 * checkpoint with the key's name as origin.
 */
export function openCheckpoint(note: string, key: VerifierKey): Checkpoint | null {
  return openCheckpointOf(note, [key])
}

/** Does the same for several keys with one name, of which one must have signed, and none wrongly. */
export function openCheckpointOf(note: string, keys: readonly VerifierKey[]): Checkpoint | null {
  const end = note.lastIndexOf('\n\n')
  if (end < 0 || !note.endsWith('\n')) return null
  const text = note.slice(0, end + 1)
  const lines = note.slice(end + 2, -1).split('\n')
  const verdicts = keys.flatMap((key) => lines.flatMap((line) => verdictOn(text, line, key) ?? []))
  // C2SP signed-note: a wrong signature of a known key spoils the note.
  if (verdicts.length === 0 || verdicts.includes(false)) return null
  const [, origin = '', size = '', root = ''] =
    /^([^\n]+)\n(0|[1-9]\d{0,15})\n([A-Za-z0-9+/]{43}=)\n/.exec(text) ?? []
  const checkpoint = { origin, size: Number(size), root: Buffer.from(root, 'base64') }
  const isOfKeys = keys.every(({ name }) => name === origin)
  return isOfKeys && checkpoint.root.length === hashBytes ? checkpoint : null
}

/** Returns whether a signature line of the key is right. Returns null for a line of another key. */
function verdictOn(text: string, line: string, key: VerifierKey): boolean | null {
  const [, name, base64 = ''] = /^— (\S+) ([A-Za-z0-9+/=]+)$/u.exec(line) ?? []
  const bytes = Buffer.from(base64, 'base64')
  if (name !== key.name || !bytes.subarray(0, keyIdBytes).equals(keyIdOf(key))) return null
  if (bytes.length !== keyIdBytes + signatureBytes) return false
  const der = Buffer.concat([publicKeyPrefix, key.publicKey])
  const publicKey = createPublicKey({ key: der, format: 'der', type: 'spki' })
  return verify(null, Buffer.from(text), publicKey, bytes.subarray(keyIdBytes))
}
