// Decides whether a caller is this machine, for the sandbox's inbox and for limits
// (docs/product.md#rate-limits). It must never take a proxy's callers for this machine, or a page of a
// stranger whose name leads here.
import type { FastifyRequest } from 'fastify'
import { canonicalAddress } from './client-address.ts'

/** How this machine is called in an address. */
export const loopbackNames: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]'])

/** Headers that proxies, balancers and content networks add: no client of this machine's sends one. */
const writtenByProxies =
  /forward|client-?ip|real-?ip|connecting|remote-?(ip|addr)|original-|envoy|cluster|proxy|^via$|^cdn-|^(cf|fly|x-amzn|x-azure|x-appengine|cloudfront|fastly|akamai)-/

/**
 * The connection, the name that it asks for, and no sign of a proxy: all three must say so. nginx's own
 * default adds no header, but asks in HTTP/1.0; a whole address in the request's first line is for proxies.
 */
export function isLoopback({ headers, socket, raw }: FastifyRequest): boolean {
  if (raw.httpVersion === '1.0' || !raw.url?.startsWith('/')) return false
  if (!isLoopbackAddress(socket.remoteAddress)) return false
  if (Object.keys(headers).some((name) => writtenByProxies.test(name))) return false
  // Any port: a tunnel of this machine's own, such as ssh's, listens on another one.
  const [, name = ''] = /^(.*?)(?::\d+)?$/.exec(headers.host ?? '') ?? []
  return loopbackNames.has(name.toLowerCase())
}

export function isLoopbackAddress(text: string | undefined): boolean {
  const address = canonicalAddress(text ?? '')
  return address === '::1' || (address?.startsWith('127.') ?? false)
}
