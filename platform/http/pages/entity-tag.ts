// Compares an ETag with the conditions of a request (RFC 9110, sections 13.1.1 and 13.1.2).
import type { FastifyRequest } from 'fastify'

/** Returns a tag without its weak mark, which a proxy may have added. */
const plain = (tag: string) => tag.trim().replace(/^W\//, '')

const names = (header: string, etag: string) => {
  const tags = header.split(',').map(plain)
  return tags.includes(plain(etag)) || tags.includes('*')
}

/** Whether If-None-Match names this answer. `etag` has its quotes. */
export function isHeld({ headers }: FastifyRequest, etag: string): boolean {
  return names(headers['if-none-match'] ?? '', etag)
}

/** Whether If-Match, if sent, names this answer. */
export function isWanted({ headers }: FastifyRequest, etag: string): boolean {
  const wanted = headers['if-match']
  return wanted === undefined || names(wanted, etag)
}
