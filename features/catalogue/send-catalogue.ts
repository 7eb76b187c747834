// Sends an answer of the catalogue with an ETag, so that a browser keeps its bytes and gets 304
// while they are unchanged.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { sendKept } from '#platform/http/pages/kept-bytes.ts'
import type { KeptAnswer } from './catalogue-cache.ts'

export async function sendCatalogue(
  request: FastifyRequest,
  reply: FastifyReply,
  answer: KeptAnswer,
): Promise<FastifyReply> {
  if (answer.next !== null) void reply.header('link', linkTo(request, answer.next))
  return sendKept(request, reply, answer, {
    type: 'application/json; charset=utf-8',
    cacheControl: 'private, no-cache',
  })
}

/** Returns the address of the next page, with the same filters. */
function linkTo(request: FastifyRequest, next: string): string {
  const [path = '', query = ''] = (request.raw.url ?? '').split('?')
  const parameters = new URLSearchParams(query)
  parameters.set('cursor', next)
  return `<${path}?${parameters}>; rel="next"`
}
