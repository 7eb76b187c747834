// Finds the client address of a call in canonical form, so that one address in two spellings counts as
// one caller. It must trust only headers that a trusted proxy has written.
import { isIPv4, isIPv6 } from 'node:net'
import type { FastifyRequest } from 'fastify'

/**
 * Returns the canonical form of an address that may have a port, brackets or a zone; null for an
 * invalid one.
 */
export function canonicalAddress(text: string): string | null {
  const [, ipv4] = /^([\d.]+)(?::\d{1,5})?$/.exec(text) ?? []
  if (ipv4 !== undefined) return isIPv4(ipv4) ? ipv4 : null
  const [, bracketed] = /^\[([^\]]*)\](?::\d{1,5})?$/.exec(text) ?? []
  const [ipv6 = ''] = (bracketed ?? text).split('%')
  if (!isIPv6(ipv6)) return null
  const short = new URL(`http://[${ipv6}]`).hostname.slice(1, -1)
  const [, high, low] = /^::ffff:([0-9a-f]+):([0-9a-f]+)$/.exec(short) ?? []
  if (high === undefined || low === undefined) return short
  const bytes = [high, low].flatMap((half) => [Number(`0x${half}`) >> 8, Number(`0x${half}`) & 255])
  return bytes.join('.')
}

/**
 * Returns the caller's address. Behind trusted proxies it is the valid address farthest from us that
 * they report.
 */
export function clientAddress(request: FastifyRequest): string {
  for (const reported of [...(request.ips ?? [request.ip])].reverse()) {
    const address = canonicalAddress(reported ?? '')
    if (address !== null) return address
  }
  // The connection is already closed, so its address is unknown.
  return 'unknown'
}

/** Number of 16-bit groups of an IPv6 address that identify one customer of an internet provider: a /64. */
const customerGroups = 4

/** Returns the address range that a limit counts: the address itself for IPv4, its /64 for IPv6. */
export function ownerOf(address: string): string {
  return address.includes(':') ? networkOf(address, customerGroups) : address
}

/** Returns the /24 of a canonical IPv4 address, or the first `groups` groups of an IPv6 one. */
export function networkOf(address: string, groups: number): string {
  if (!address.includes(':')) return address.split('.').slice(0, 3).join('.')
  const [head = '', tail = ''] = address.split('::')
  const front = head === '' ? [] : head.split(':')
  const back = tail === '' ? [] : tail.split(':')
  const zeros = Array.from({ length: Math.max(0, 8 - front.length - back.length) }, () => '0')
  return [...front, ...zeros, ...back].slice(0, groups).join(':')
}
