// Sends an answer of the catalogue so that a browser asks for its bytes only once (contract 2):
// kept by the browser, checked each time, 304 while nothing has changed.
import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'

export function sendCatalogue(
  request: FastifyRequest,
  reply: FastifyReply,
  body: object,
): FastifyReply {
  const bytes = Buffer.from(JSON.stringify(body))
  const etag = `"${createHash('sha256').update(bytes).digest('base64url')}"`
  void reply.header('cache-control', 'private, no-cache').header('etag', etag)
  if (isHeld(request.headers['if-none-match'] ?? '', etag)) return reply.code(304).send()
  return reply.header('content-type', 'application/json; charset=utf-8').send(bytes)
}

/** Whether the client holds these bytes. A proxy may have marked its tag as weak. */
function isHeld(ifNoneMatch: string, etag: string): boolean {
  const tags = ifNoneMatch.split(',').map((tag) => tag.trim().replace(/^W\//, ''))
  return tags.includes(etag) || tags.includes('*')
}
