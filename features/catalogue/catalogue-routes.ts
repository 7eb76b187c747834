// Serves the catalogue over HTTP.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { viewerOf } from '#features/people/session-check.ts'
import type { Db } from '#platform/database/database.ts'
import type { Replicas } from '#platform/database/replicas/replicas.ts'
import { type KnownProblem, sendProblem } from '#platform/http/errors.ts'
import { sendKept } from '#platform/http/pages/kept-bytes.ts'
import type { Api } from '#platform/http/request-types.ts'
import { serve } from '#platform/http/serve.ts'
import { isProblem } from '#values/problem.ts'
import {
  type CachedAnswer,
  type CatalogueKey,
  type CatalogueResult,
  catalogueKey,
  createCatalogueCache,
} from './catalogue-cache.ts'
import * as calls from './catalogue-calls.ts'
import type { Page } from './list-page.ts'
import { listBatches, listFeaturedProjects, listProjects } from './list-projects.ts'
import { readBatch, readProject } from './read-project.ts'

type CatalogueServices = { readonly db: Db; readonly replicas: Replicas }

export function projectRoutes(app: Api, services: CatalogueServices): void {
  const cache = createCatalogueCache(services)

  /** Sends the cached response for `key`, or the problem that `find` returns. */
  async function send(
    request: FastifyRequest,
    reply: FastifyReply,
    key: CatalogueKey,
    find: (db: Db) => Promise<CatalogueResult | KnownProblem>,
  ): Promise<FastifyReply> {
    // `actedLately` makes the cache read again for a user who has just bought (catalogue-cache.ts).
    const { actedLately } = viewerOf(request)
    const answer = await cache.read(catalogueKey(key), actedLately, find)
    return isProblem(answer) ? sendProblem(reply, answer) : sendCatalogue(request, reply, answer)
  }

  serve(app, calls.listProjects, (request, reply) =>
    send(request, reply, { list: 'projects', ...request.query }, async (db) =>
      pageResult(await listProjects(db, request.query)),
    ),
  )

  serve(app, calls.listFeaturedProjects, (request, reply) => {
    const country = request.query.country ?? viewerOf(request).country
    const key = { list: 'featured', country: country.toUpperCase() } as const
    return send(request, reply, key, async (db) =>
      wholeResult(await listFeaturedProjects(db, country)),
    )
  })

  serve(app, calls.getProject, (request, reply) =>
    send(request, reply, { list: 'project', ...request.params }, async (db) =>
      wholeResult(await readProject(db, request.params.id)),
    ),
  )

  serve(app, calls.listBatches, (request, reply) =>
    send(request, reply, { list: 'batches', ...request.query }, async (db) =>
      pageResult(await listBatches(db, request.query)),
    ),
  )

  serve(app, calls.getBatch, (request, reply) =>
    send(request, reply, { list: 'batch', ...request.params }, async (db) =>
      wholeResult(await readBatch(db, request.params.id)),
    ),
  )
}

/** Converts a page of a list to a result for the cache. */
function pageResult(page: Page<object> | KnownProblem): CatalogueResult | KnownProblem {
  return isProblem(page) ? page : { body: page.rows, next: page.next }
}

/** Converts one object, or a list without pages, to a result for the cache. */
function wholeResult(found: object | KnownProblem): CatalogueResult | KnownProblem {
  return 'problem' in found ? found : { body: found, next: null }
}

/**
 * Sends a cached response with an ETag, and a Link header to the next page. A browser with the same
 * ETag gets 304.
 */
async function sendCatalogue(
  request: FastifyRequest,
  reply: FastifyReply,
  answer: CachedAnswer,
): Promise<FastifyReply> {
  if (answer.next !== null) void reply.header('link', nextLink(request, answer.next))
  return sendKept(request, reply, answer, {
    type: 'application/json; charset=utf-8',
    cacheControl: 'private, no-cache',
  })
}

/** Returns the Link header's value for the next page, with the same filters. */
function nextLink(request: FastifyRequest, next: string): string {
  const [path = '', query = ''] = (request.raw.url ?? '').split('?')
  const parameters = new URLSearchParams(query)
  parameters.set('cursor', next)
  return `<${path}?${parameters}>; rel="next"`
}
