// Serves the built browser half: hashed files for a year, the documents always asked anew. Unknown
// pages lead home (specification 2). It must never answer an API address with a page.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { sendProblem } from '#server/errors.ts'
import { problem } from '#values/problem.ts'

const webRoot = join(import.meta.dirname, '..', 'dist', 'web')
/** Pages of the specification besides `/`; everything under /app is the browser's to route. */
const publicPages = ['/privacy', '/terms', '/help']
const dataPrefixes = /^\/(api|passport|passkit|dev|health|assets)(\/|$)/

export async function webRoutes(app: FastifyInstance): Promise<void> {
  if (!existsSync(webRoot)) return
  await app.register(fastifyStatic, {
    root: webRoot,
    index: false,
    wildcard: false,
    preCompressed: true,
    cacheControl: false,
    globIgnore: ['**/*.html'],
    setHeaders: (reply, path) => {
      const hashed = path.includes('/assets/')
      reply.header(
        'cache-control',
        hashed ? 'public, max-age=31536000, immutable' : 'public, no-cache',
      )
    },
  })
  const send = (reply: FastifyReply, document: string) =>
    reply.header('vary', 'cookie, accept-language').sendFile(document, { cacheControl: false })

  const page = { config: { access: 'public' as const }, schema: { hide: true } }
  app.get('/', page, (_request, reply) => send(reply, 'index.html'))
  for (const path of [...publicPages, '/app', '/app/*']) {
    app.get(path, page, (_request, reply) => send(reply, 'app.html'))
  }
  app.get('/*', page, (request, reply) =>
    dataPrefixes.test(request.url)
      ? sendProblem(reply, problem('not_found'))
      : reply.redirect('/', 302),
  )
}
