// Checks the address of a picture that comes from outside: a public https address that carries no secret
// and no way around a page's markup.

import { isUrl } from './is-url.ts'

export const pictureAddressMaxLength = 500

/**
 * The address as it is stored and shown, or null where it is none: https, a host with a name, no user or
 * password, no blanks and no control characters. Hosts that are IP addresses in any spelling, or names
 * of this machine or its network, are refused.
 */
export function pictureAddress(text: string): string | null {
  // The parser would drop tabs and line breaks, and read backslashes and missing slashes as slashes.
  if (!/^https:\/\/[^/]/i.test(text) || /[\s\p{C}\\]/u.test(text) || !isUrl(text)) return null
  const { protocol, username, password, hostname, href } = new URL(text)
  const isPlain = protocol === 'https:' && username === '' && password === ''
  if (!isPlain || href.length > pictureAddressMaxLength) return null
  return isPublicName(hostname) ? href : null
}

const localName = /(^|\.)(localhost|local|internal|localdomain|lan|home\.arpa)$/

/** `hostname` as the parser wrote it: an IPv4 address has four parts of digits by then. */
function isPublicName(hostname: string): boolean {
  const name = hostname.replace(/\.$/, '')
  const isAddress = name.startsWith('[') || /^[\d.]+$/.test(name)
  const isLocal = !name.includes('.') || localName.test(name)
  return !isAddress && !isLocal && !name.split('.').includes('')
}
