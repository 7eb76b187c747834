// Whether a caller is this very machine. Behind trusted proxies it is whom they say they serve.
import type { FastifyRequest } from 'fastify'

/** How this machine is called in an address. */
export const loopbackNames: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]'])

export function isLoopback({ ip }: FastifyRequest): boolean {
  return ip === '::1' || ip.startsWith('127.') || ip.startsWith('::ffff:127.')
}
