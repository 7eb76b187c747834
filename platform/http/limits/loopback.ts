// Checks whether a request comes directly from this machine, for the sandbox's inbox and for limits
// (docs/product.md#rate-limits). It must reject requests through a proxy, and foreign pages whose name
// resolves to this machine (DNS rebinding).
import type { FastifyRequest } from 'fastify'
import { canonicalAddress } from './client-address.ts'

/** Host names of this machine. */
export const loopbackNames: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]'])

/** Headers that proxies, load balancers and CDNs add. Clients on this machine send none of them. */
const proxyHeaders =
  /forward|client-?ip|real-?ip|connecting|remote-?(ip|addr)|original-|envoy|cluster|proxy|^via$|^cdn-|^(cf|fly|x-amzn|x-azure|x-appengine|cloudfront|fastly|akamai)-/

/**
 * Returns true if the connection is local, the Host header is a loopback name, and nothing indicates a
 * proxy. nginx adds no header by default but uses HTTP/1.0. Only requests to a proxy have a whole URL
 * in the first line.
 */
export function isLoopback({ headers, socket, raw }: FastifyRequest): boolean {
  if (raw.httpVersion === '1.0' || !raw.url?.startsWith('/')) return false
  if (!isLoopbackAddress(socket.remoteAddress)) return false
  if (Object.keys(headers).some((name) => proxyHeaders.test(name))) return false
  // Accepts any port, because a local tunnel such as ssh listens on another one.
  const [, name = ''] = /^(.*?)(?::\d+)?$/.exec(headers.host ?? '') ?? []
  return loopbackNames.has(name.toLowerCase())
}

export function isLoopbackAddress(text: string | undefined): boolean {
  const address = canonicalAddress(text ?? '')
  return address === '::1' || (address?.startsWith('127.') ?? false)
}
