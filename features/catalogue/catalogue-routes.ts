// The catalogue over HTTP. No SQL, no rules.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { viewerOf } from '#features/people/session-check.ts'
import type { Db } from '#platform/database/database.ts'
import type { Replicas } from '#platform/database/replicas/replicas.ts'
import { type KnownProblem, sendProblem } from '#platform/http/errors.ts'
import type { Api } from '#platform/http/request-types.ts'
import { isProblem } from '#values/problem.ts'
import {
  type CatalogueKey,
  catalogueKey,
  createCatalogueCache,
  type Found,
} from './catalogue-cache.ts'
import {
  batchSchema,
  featuredProject,
  featuredQuery,
  projectListQuery,
  projectSchema,
  projectSummary,
} from './contract.ts'
import type { Page } from './list-page.ts'
import { listBatches, listFeaturedProjects, listProjects } from './list-projects.ts'
import { readBatch, readProject } from './read-project.ts'
import { sendCatalogue } from './send-catalogue.ts'

/** No length rule: what is no id is not found, like an id of nothing. */
const idParams = z.object({ id: z.string() })
const batchListQuery = projectListQuery.pick({ limit: true, cursor: true })

type CatalogueNeeds = { readonly db: Db; readonly replicas: Replicas }

export function projectRoutes(app: Api, needs: CatalogueNeeds): void {
  const cache = createCatalogueCache(needs)

  /** The kept answer to `asked`, or what keeps it from being found. */
  async function send(
    request: FastifyRequest,
    reply: FastifyReply,
    asked: CatalogueKey,
    find: (db: Db) => Promise<Found | KnownProblem>,
  ): Promise<FastifyReply> {
    // Whoever has just bought sees their own purchase in what is left (catalogue-cache.ts).
    const { actedLately } = viewerOf(request)
    const answer = await cache.read(catalogueKey(asked), actedLately, find)
    return isProblem(answer) ? sendProblem(reply, answer) : sendCatalogue(request, reply, answer)
  }

  app.get(
    '/api/projects/',
    {
      schema: { querystring: projectListQuery, response: { 200: projectSummary.array() } },
    },
    async (request, reply) =>
      send(request, reply, { list: 'projects', ...request.query }, async (db) =>
        listed(await listProjects(db, request.query)),
      ),
  )

  app.get(
    '/api/projects/featured',
    { schema: { querystring: featuredQuery, response: { 200: featuredProject.array() } } },
    async (request, reply) => {
      const country = request.query.country ?? viewerOf(request).country
      return send(
        request,
        reply,
        { list: 'featured', country: country.toUpperCase() },
        async (db) => single(await listFeaturedProjects(db, country)),
      )
    },
  )

  app.get(
    '/api/projects/:id',
    {
      config: { problems: ['project_not_found'] },
      schema: { params: idParams, response: { 200: projectSchema } },
    },
    async (request, reply) =>
      send(request, reply, { list: 'project', ...request.params }, async (db) =>
        single(await readProject(db, request.params.id)),
      ),
  )

  app.get(
    '/api/batches',
    { schema: { querystring: batchListQuery, response: { 200: batchSchema.array() } } },
    async (request, reply) =>
      send(request, reply, { list: 'batches', ...request.query }, async (db) =>
        listed(await listBatches(db, request.query)),
      ),
  )

  app.get(
    '/api/batches/:id',
    {
      config: { problems: ['batch_not_found'] },
      schema: { params: idParams, response: { 200: batchSchema } },
    },
    async (request, reply) =>
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
