// Bytes as hexadecimal digits in small letters, as signatures and commitments are written.

export function hexOf(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
