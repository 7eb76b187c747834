// Checks the address of a picture on another site: a public https address without secrets and without
// characters that could break a page's markup.

import { isUrl } from './is-url.ts'
import { topLevelDomains } from './top-level-domains.ts'

export const pictureAddressMaxLength = 500

/**
 * Returns the address as it is stored and shown, or null for an invalid one. It has https, a host
 * with a public name, no port, no user or password, no blanks and no control characters. Refused hosts
 * are IP addresses in any spelling, names outside of the internet's domains, and names that contain an
 * address.
 */
export function pictureAddress(text: string): string | null {
  // The parser would drop tabs and line breaks, and read backslashes and missing slashes as slashes.
  if (!/^https:\/\/[^/]/i.test(text) || /[\s\p{C}\\]/u.test(text) || !isUrl(text)) return null
  const { protocol, username, password, hostname, port, href } = new URL(text)
  const isPlain = protocol === 'https:' && username === '' && password === '' && port === ''
  if (!isPlain || href.length > pictureAddressMaxLength) return null
  return isPublicName(hostname) ? href : null
}

/** Top-level domains of the internet, and the reserved one of examples. `arpa` has no pictures. */
const publicEndings = new Set([...topLevelDomains.split(' '), 'example'])
publicEndings.delete('arpa')
/** Matches a domain in other letters than Latin, as the URL parser writes it. */
const otherEnding = /^xn--[a-z0-9-]{3,}$/
/** Matches a part of a host name (RFC 1123). */
const hostLabel = /^(?!-)[a-z0-9-]{1,63}(?<!-)$/
/**
 * Matches public names that resolve to this machine, and zones whose names resolve to the address that
 * they contain.
 */
const loopbackZone =
  /(^|\.)(localtest\.me|lvh\.me|vcap\.me|lacolhost\.com|localho\.st|local\.gd|traefik\.me|nip\.io|sslip\.io|xip\.io|ip6\.name)$/
/** Matches four numbers, decimal, octal or hexadecimal: `127.0.0.1`, `app-10-0-0-1`. */
const fourNumbers =
  /(^|[.-])((0x[0-9a-f]{1,8}|[0-9]{1,11})[.-]){3}(0x[0-9a-f]{1,8}|[0-9]{1,11})([.-]|$)/
/** Matches groups of an IPv6 address: `--1`, `fe80--1`, `0-0-0-0-0-ffff-7f00-1`. */
const sixGroups = /^(?=.*--|(?:[^-]*-){7})[0-9a-f]{0,4}(-[0-9a-f]{0,4}){2,7}$/
/** Matches one number: `2130706433`, `0x7f000001`, `7f000001`. */
const oneNumber = /^(0x[0-9a-f]+|[0-9]{8,11}|(?=.*[0-9])[0-9a-f]{8}|(?=.*[0-9])[0-9a-f]{32})$/

/**
 * Returns true if a host has a public name: one below a top-level domain of the internet. `hostname` is
 * the URL parser's output, in which an IPv4 address has four decimal numbers.
 */
export function isPublicName(hostname: string): boolean {
  const name = hostname.replace(/\.$/, '')
  const labels = name.split('.')
  const ending = labels.at(-1) ?? ''
  const isBelowPublic =
    labels.length > 1 &&
    labels.every((label) => hostLabel.test(label)) &&
    (publicEndings.has(ending) || otherEnding.test(ending))
  const holdsAddress =
    loopbackZone.test(name) ||
    fourNumbers.test(name) ||
    labels.some((label) => label === 'localhost' || sixGroups.test(label) || oneNumber.test(label))
  return isBelowPublic && !holdsAddress
}
