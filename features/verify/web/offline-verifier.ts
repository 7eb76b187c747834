// Finds the offline verifier, a file that the build writes (scripts/build-offline-verifier.ts).
import { offlineVerifierName, offlineVerifierPath } from '#values/lists/offline-verifier-file.ts'

declare global {
  interface ImportMetaEnv {
    /** The SHA-256 of the file in hex, and its size in bytes. The build sets it; it is empty in development. */
    readonly VITE_OFFLINE_VERIFIER?: string
  }
}

/** Returns the file, or null if there is none. */
export function offlineVerifier() {
  const [sha256 = '', bytes = ''] = (import.meta.env.VITE_OFFLINE_VERIFIER ?? '').split(' ')
  return sha256 === ''
    ? null
    : { path: offlineVerifierPath, name: offlineVerifierName, sha256, bytes: Number(bytes) }
}
