// Sends an answer of the catalogue so that a browser asks for its bytes only once (contract 2):
// kept by the browser, checked each time, 304 while nothing has changed.
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { KeptAnswer } from '#features/projects/catalogue-cache.ts'
import { isHeld } from '#platform/http/entity-tag.ts'

/** Below it a compressed answer saves a phone nothing: it fits into a packet or two. */
const compressFromBytes = 1_400

export async function sendCatalogue(
  request: FastifyRequest,
  reply: FastifyReply,
  answer: KeptAnswer,
): Promise<FastifyReply> {
  const takesBrotli = /\bbr\b/.test(String(request.headers['accept-encoding'] ?? ''))
  const compressed = takesBrotli && answer.bytes.length >= compressFromBytes
  const etag = `"${answer.etag}${compressed ? '-br' : ''}"`
  void reply.headers({
    'cache-control': 'private, no-cache',
    etag,
    vary: 'accept-encoding',
    'content-type': 'application/json; charset=utf-8',
  })
  if (answer.next !== null) void reply.header('link', linkTo(request, answer.next))
  if (isHeld(request, etag)) return reply.code(304).send()
  if (compressed) void reply.header('content-encoding', 'br')
  return reply.send(compressed ? await answer.brotli() : answer.bytes)
}

/** Contract 2: the address of the next page, with the same filters. */
function linkTo(request: FastifyRequest, next: string): string {
  const [path = '', query = ''] = (request.raw.url ?? '').split('?')
  const parameters = new URLSearchParams(query)
  parameters.set('cursor', next)
  return `<${path}?${parameters}>; rel="next"`
}
