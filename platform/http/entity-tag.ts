// Whether a client holds an answer already (RFC 9110, section 13.1.2).
import type { FastifyRequest } from 'fastify'

/** `etag` as it is sent, with its quotes. A proxy may have marked either as weak. */
export function isHeld({ headers }: FastifyRequest, etag: string): boolean {
  const plain = (tag: string) => tag.trim().replace(/^W\//, '')
  const tags = (headers['if-none-match'] ?? '').split(',').map(plain)
  return tags.includes(plain(etag)) || tags.includes('*')
}
