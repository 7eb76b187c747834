// Stores this browser's signing terminal for all tabs. Its key is a CryptoKey that no script can export.
import type { IssuedTerminal } from '#features/people/people-calls.ts'
import { keep, readKept } from '#web/storage/browser-store.ts'

export type Terminal = { id: string; key: CryptoKey }

const terminalName = 'terminal'

function bytesOf(base64url: string): Uint8Array<ArrayBuffer> {
  const text = atob(base64url.replaceAll('-', '+').replaceAll('_', '/'))
  return Uint8Array.from(text, (letter) => letter.charCodeAt(0))
}

/** Imports a terminal's key as a CryptoKey that no script can export. */
export async function importTerminal(issued: IssuedTerminal): Promise<Terminal> {
  const algorithm = { name: 'HMAC', hash: 'SHA-256' }
  const key = await crypto.subtle.importKey('raw', bytesOf(issued.key), algorithm, false, ['sign'])
  return { id: issued.id, key }
}

/** Imports the key, which the server sends only once, and stores it for all tabs. */
export async function keepTerminal(issued: IssuedTerminal): Promise<Terminal> {
  const terminal = await importTerminal(issued)
  await keep(terminalName, terminal)
  return terminal
}

/** Returns the stored terminal, or undefined if none is stored or its key is invalid. */
export async function readTerminal(): Promise<Terminal | undefined> {
  const value = await readKept(terminalName)
  if (typeof value !== 'object' || value === null || !('id' in value) || !('key' in value)) return
  const { id, key } = value
  return typeof id === 'string' && key instanceof CryptoKey ? { id, key } : undefined
}
