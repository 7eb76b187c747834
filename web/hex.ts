// Formats bytes as lower-case hexadecimal digits, for signatures and commitments.

export function hexOf(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
