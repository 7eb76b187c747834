// Sends a drawn file. Its ETag is a hash of the drawing's input, so that a client with the file gets 304
// without a new drawing.
import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Draw } from '#platform/drawing/drawing-thread.ts'
import { clientAddress, ownerOf } from '#platform/http/limits/client-address.ts'
import { isHeld } from '#platform/http/pages/kept-bytes.ts'

const kinds = { pdf: 'application/pdf', png: 'image/png' } as const

/** Sends 304 if the client has the file; otherwise draws and sends it. `name` lacks the extension. */
export async function sendDrawing<Job>(
  request: FastifyRequest,
  reply: FastifyReply,
  {
    draw,
    job,
    kind,
    name,
  }: {
    readonly draw: Draw<Job>
    readonly job: Job
    readonly kind: keyof typeof kinds
    readonly name: string
  },
): Promise<FastifyReply> {
  const digest = createHash('sha256').update(JSON.stringify(job)).digest('base64url')
  // The ETag is weak, because a newer release may place the same text elsewhere on the page.
  const etag = `W/"${digest}"`
  void reply.header('etag', etag)
  if (isHeld(request, etag)) return reply.code(304).send()
  const bytes = await draw(job, ownerOf(clientAddress(request)))
  return reply
    .type(kinds[kind])
    .header('content-disposition', `inline; filename="${name}.${kind}"`)
    .send(bytes)
}
