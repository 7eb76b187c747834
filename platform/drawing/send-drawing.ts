// Sends a drawn file. Its ETag is a hash of its content's data, so that a client that has the file
// gets 304 without a drawing.
import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Draw } from '#platform/drawing/drawing-thread.ts'
import { isHeld } from '#platform/http/pages/kept-bytes.ts'

const kinds = { pdf: 'application/pdf', png: 'image/png' } as const

/** `name` is the file name in the browser. */
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
  // Weak: a newer release may draw the same words elsewhere on the page.
  const etag = `W/"${digest}"`
  void reply.header('etag', etag)
  if (isHeld(request, etag)) return reply.code(304).send()
  const bytes = await draw(job)
  return reply
    .type(kinds[kind])
    .header('content-disposition', `inline; filename="${name}.${kind}"`)
    .send(bytes)
}
