// Reads a certificate or key of a setting: PEM text in the setting itself, or the path of a file.
import { readFileSync } from 'node:fs'

/** The error of a setting with an invalid certificate or key. Its message is for the operator. */
export class CredentialError extends Error {
  override name = 'CredentialError'
}

/** Returns the bytes of a certificate or key. Throws a CredentialError that names the setting. */
export function readCredential(name: string, value: string): Buffer {
  if (value.includes('-----BEGIN')) return Buffer.from(value.replaceAll('\\n', '\n'))
  try {
    return readFileSync(value)
  } catch (cause) {
    throw new CredentialError(`${name} is neither PEM nor the path of a readable file.`, { cause })
  }
}
