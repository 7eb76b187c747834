// Serves the built browser half: hashed files for a year, the documents always asked anew. Unknown
// pages lead home (specification 2). It must never answer an API address with a page.
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { sendProblem } from '#server/errors.ts'
import type { Services } from '#server/services.ts'
import type { Settings } from '#server/settings.ts'
import { problem } from '#values/problem.ts'

const webRoot = join(import.meta.dirname, '..', 'dist', 'web')
/** Pages of the specification besides `/`; everything under /app is the browser's to route. */
const shellPages = ['/privacy', '/terms', '/help', '/app', '/app/*']
const dataPrefixes = /^\/(api|passport|passkit|dev|health|assets)(\/|\?|$)/

type Document = { readonly html: string; readonly etag: string }

export async function webRoutes(app: FastifyInstance, { settings }: Services): Promise<void> {
  const landing = await openDocument('index.html', settings)
  const shell = await openDocument('app.html', settings)
  if (landing === null || shell === null) return
  await app.register(fastifyStatic, {
    root: webRoot,
    index: false,
    wildcard: false,
    preCompressed: true,
    cacheControl: false,
    globIgnore: ['**/*.html'],
    setHeaders: (reply, path) => {
      const hashed = path.includes('/assets/')
      const caching = hashed ? 'public, max-age=31536000, immutable' : 'public, no-cache'
      reply.header('cache-control', caching)
    },
  })
  const page = { config: { access: 'public' as const }, schema: { hide: true } }
  app.get('/', page, (request, reply) => send(request, reply, landing))
  for (const path of shellPages) {
    app.get(path, page, (request, reply) => send(request, reply, shell))
  }
  app.get('/*', page, (request, reply) =>
    dataPrefixes.test(request.url)
      ? sendProblem(reply, problem('not_found'))
      : reply.redirect('/', 302),
  )
}

/** A built document with the names of the sandboxes in it, or null where nothing was built. */
async function openDocument(name: string, settings: Settings): Promise<Document | null> {
  const built = await readFile(join(webRoot, name), 'utf8').catch(() => null)
  if (built === null) return null
  const html = built.replace('<html ', `<html data-sandbox="${sandboxesOf(settings)}" `)
  return { html, etag: `"${createHash('sha256').update(html).digest('base64url').slice(0, 27)}"` }
}

function sandboxesOf({ smsProvider, cardProvider }: Settings): string {
  const names = [smsProvider === 'sandbox' && 'sms', cardProvider === 'sandbox' && 'cards']
  return names.filter((name) => name !== false).join(' ')
}

function send(request: FastifyRequest, reply: FastifyReply, { html, etag }: Document) {
  void reply.header('cache-control', 'public, no-cache').header('etag', etag)
  if (request.headers['if-none-match'] === etag) return reply.code(304).send()
  return reply.type('text/html; charset=utf-8').send(html)
}
