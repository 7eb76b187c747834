// Replaces the browser's passkeys, for tests only. They cannot replace the module that asks for one, because the files
// of a worker share what it has loaded.
import { vi } from 'vitest'

const bytes = new Uint8Array([1, 2, 3]).buffer
const credential = {
  ...{ id: 'AQID', rawId: bytes, type: 'public-key' },
  response: {
    ...{ authenticatorData: bytes, clientDataJSON: bytes, signature: bytes },
    attestationObject: bytes,
  },
  getClientExtensionResults: () => ({}),
}

/**
 * Lets the browser answer each request for a passkey after `use`, which may fail. Returns the requests: `get` for a
 * sign-in, `create` for a new passkey. Called after the page has opened.
 */
export function stubPasskeys(use: () => Promise<unknown> = async () => null): readonly string[] {
  const asked: string[] = []
  const answerTo = (name: string) => async () => {
    asked.push(name)
    await use()
    return credential
  }
  vi.stubGlobal('PublicKeyCredential', () => undefined)
  vi.stubGlobal('navigator', {
    language: 'en-GB',
    credentials: { get: answerTo('get'), create: answerTo('create') },
  })
  return asked
}

/** The failure of a passkey as browsers report it, such as `NotAllowedError` for a cancelled one. */
export const passkeyFailure = (name: string) => new DOMException('It was not used.', name)
