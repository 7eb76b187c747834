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
  type CatalogueKey,
  catalogueKey,
  createCatalogueCache,
  type Found,
  type KeptAnswer,
} from './catalogue-cache.ts'
import * as calls from './catalogue-calls.ts'
import type { Page } from './list-page.ts'
import { listBatches, listFeaturedProjects, listProjects } from './list-projects.ts'
import { readBatch, readProject } from './read-project.ts'

type CatalogueNeeds = { readonly db: Db; readonly replicas: Replicas }

export function projectRoutes(app: Api, needs: CatalogueNeeds): void {
  const cache = createCatalogueCache(needs)

  /** Sends the cached response for `key`, or the problem that `find` returns. */
  async function send(
    request: FastifyRequest,
    reply: FastifyReply,
    key: CatalogueKey,
    find: (db: Db) => Promise<Found | KnownProblem>,
  ): Promise<FastifyReply> {
    // `actedLately` makes the cache read again for a user who has just bought (catalogue-cache.ts).
    const { actedLately } = viewerOf(request)
    const answer = await cache.read(catalogueKey(key), actedLately, find)
    return isProblem(answer) ? sendProblem(reply, answer) : sendCatalogue(request, reply, answer)
  }

  serve(app, calls.listProjects, (request, reply) =>
    send(request, reply, { list: 'projects', ...request.query }, async (db) =>
      listed(await listProjects(db, request.query)),
    ),
  )

  serve(app, calls.listFeaturedProjects, (request, reply) => {
    const country = request.query.country ?? viewerOf(request).country
    const key = { list: 'featured', country: country.toUpperCase() } as const
    return send(request, reply, key, async (db) => single(await listFeaturedProjects(db, country)))
  })

  serve(app, calls.getProject, (request, reply) =>
    send(request, reply, { list: 'project', ...request.params }, async (db) =>
      single(await readProject(db, request.params.id)),
    ),
  )

  serve(app, calls.listBatches, (request, reply) =>
    send(request, reply, { list: 'batches', ...request.query }, async (db) =>
      listed(await listBatches(db, request.query)),
    ),
  )

  serve(app, calls.getBatch, (request, reply) =>
    send(request, reply, { list: 'batch', ...request.params }, async (db) =>
      single(await readBatch(db, request.params.id)),
    ),
  )
}

function listed(page: Page<object> | KnownProblem): Found | KnownProblem {
  return isProblem(page) ? page : { body: page.rows, next: page.next }
}

function single(found: object | KnownProblem): Found | KnownProblem {
  return 'problem' in found ? found : { body: found, next: null }
}

/**
 * Sends a cached response with an ETag, and a Link header to the next page. A browser with the same
 * ETag gets 304.
 */
async function sendCatalogue(
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
