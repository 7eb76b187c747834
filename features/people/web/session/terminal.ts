// Keeps this browser's signing terminal for all tabs. Its key is imported so that no script can
// read it back. signing.ts signs with it.
import type { IssuedTerminal } from '#features/people/people-calls.ts'
import { keep, readKept } from '#web/storage/browser-store.ts'

export type Terminal = { id: string; key: CryptoKey }

const kept = 'terminal'

function bytesOf(base64url: string): Uint8Array<ArrayBuffer> {
  const text = atob(base64url.replaceAll('-', '+').replaceAll('_', '/'))
  return Uint8Array.from(text, (letter) => letter.charCodeAt(0))
}

/** Imports a key, so that no script can read it back. */
export async function importTerminal(issued: IssuedTerminal): Promise<Terminal> {
  const algorithm = { name: 'HMAC', hash: 'SHA-256' }
  const key = await crypto.subtle.importKey('raw', bytesOf(issued.key), algorithm, false, ['sign'])
  return { id: issued.id, key }
}

/** Imports the key that the server issued once, and keeps it for all tabs. */
export async function keepTerminal(issued: IssuedTerminal): Promise<Terminal> {
  const terminal = await importTerminal(issued)
  await keep(kept, terminal)
  return terminal
}

/** Returns the kept terminal, or undefined where there is none that can sign. */
export async function readTerminal(): Promise<Terminal | undefined> {
  const value = await readKept(kept)
  if (typeof value !== 'object' || value === null || !('id' in value) || !('key' in value)) return
  const { id, key } = value
  return typeof id === 'string' && key instanceof CryptoKey ? { id, key } : undefined
}
