// Compares an ETag with the conditions of a request (RFC 9110, sections 13.1.1 and 13.1.2).
import type { FastifyRequest } from 'fastify'

/** A proxy may have marked a tag as weak. */
const plain = (tag: string) => tag.trim().replace(/^W\//, '')

const names = (header: string, etag: string) => {
  const tags = header.split(',').map(plain)
  return tags.includes(plain(etag)) || tags.includes('*')
}

/** Whether the client holds the answer already. `etag` as it is sent, with its quotes. */
export function isHeld({ headers }: FastifyRequest, etag: string): boolean {
  return names(headers['if-none-match'] ?? '', etag)
}

/** Whether the client takes this answer: it named no other one by If-Match. */
export function isWanted({ headers }: FastifyRequest, etag: string): boolean {
  const wanted = headers['if-match']
  return wanted === undefined || names(wanted, etag)
}
