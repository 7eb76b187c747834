// Whether a caller is this very machine. Behind trusted proxies it is whom they say they serve.
import type { FastifyRequest } from 'fastify'

export function isLoopback({ ip }: FastifyRequest): boolean {
  return ip === '::1' || ip.startsWith('127.') || ip.startsWith('::ffff:127.')
}
