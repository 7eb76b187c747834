// Parses and verifies checkpoints, which are signed notes (C2SP signed-note and tlog-checkpoint), with the
// browser's Ed25519. The result `unsupported` means that the browser has no Ed25519.
import { hexOf } from '#web/hex.ts'
import { areEqual, type Bytes, concatenate, hashBytes, sha256 } from './merkle-check.ts'

export type VerifierKey = { readonly name: string; readonly id: Bytes; readonly key: Bytes }
export type Checkpoint = { readonly origin: string; readonly size: number; readonly root: Bytes }
export type Signature = 'right' | 'wrong' | 'unsupported'

const ed25519 = 1
const keyIdBytes = 4
const signatureBytes = 64
const encoder = new TextEncoder()

export const bytesOf = (text: string): Bytes => encoder.encode(text)

/** Decodes base64. Returns null if the text is not canonical base64. */
export function fromBase64(text: string): Bytes | null {
  try {
    const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0))
    return btoa(String.fromCharCode(...bytes)) === text ? bytes : null
  } catch {
    return null
  }
}

/** Parses an Ed25519 verifier key, `<name>+<id>+<base64>`. Returns null if it is invalid. */
export async function readVerifierKey(text: string): Promise<VerifierKey | null> {
  const [, name = '', id = '', base64 = ''] =
    /^([^\s+]+)\+([0-9a-f]{8})\+([A-Za-z0-9+/=]+)$/u.exec(text.trim()) ?? []
  const keyText = fromBase64(base64)
  if (keyText === null || keyText.length !== 1 + hashBytes || keyText[0] !== ed25519) return null
  const digest = (await sha256(bytesOf(`${name}\n`), keyText)).slice(0, keyIdBytes)
  return hexOf(digest) === id ? { name, id: digest, key: keyText.slice(1) } : null
}

/** Parses a note's checkpoint, without its signature. Returns null if it is invalid. */
export function readCheckpoint(note: string): Checkpoint | null {
  const [, origin = '', size = '', root = ''] =
    /^([^\n]+)\n(0|[1-9]\d{0,15})\n([A-Za-z0-9+/]{43}=)\n/.exec(note) ?? []
  const bytes = fromBase64(root)
  const count = Number(size)
  if (origin === '' || bytes?.length !== hashBytes || !Number.isSafeInteger(count)) return null
  return { origin, size: count, root: bytes }
}

/** Verifies the note's signatures with the key. */
export async function checkSignature(note: string, verifier: VerifierKey): Promise<Signature> {
  const end = note.lastIndexOf('\n\n')
  if (end < 0 || !note.endsWith('\n')) return 'wrong'
  const text = bytesOf(note.slice(0, end + 1))
  const signatures = note
    .slice(end + 2, -1)
    .split('\n')
    .flatMap((line) => {
      const [, name, base64 = ''] = /^— (\S+) ([A-Za-z0-9+/=]+)$/u.exec(line) ?? []
      const bytes = fromBase64(base64)
      if (name !== verifier.name || bytes?.length !== keyIdBytes + signatureBytes) return []
      return areEqual(bytes.slice(0, keyIdBytes), verifier.id) ? [bytes.slice(keyIdBytes)] : []
    })
  if (signatures.length === 0) return 'wrong'
  const key = await importKey(verifier)
  if (key === null) return 'unsupported'
  for (const signature of signatures) {
    if (await crypto.subtle.verify('Ed25519', key, signature, text)) return 'right'
  }
  return 'wrong'
}

/** Imports the key. Returns null if the browser has no Ed25519. */
async function importKey({ key }: VerifierKey): Promise<CryptoKey | null> {
  return crypto.subtle.importKey('raw', key, 'Ed25519', false, ['verify']).catch(() => null)
}

/** Returns the commitment of an entry, in hex: SHA-256 of the salt followed by the transaction's id. */
export async function commitmentOf(salt: Bytes, txId: string): Promise<string> {
  return hexOf(await sha256(concatenate(salt, bytesOf(txId))))
}
