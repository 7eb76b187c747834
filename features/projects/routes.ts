// The catalogue over HTTP. No SQL, no rules.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import {
  batchSchema,
  featuredProject,
  featuredQuery,
  projectListQuery,
  projectSchema,
  projectSummary,
} from '#features/projects/contract.ts'
import type { Page } from '#features/projects/list-page.ts'
import {
  listBatches,
  listFeaturedProjects,
  listProjects,
} from '#features/projects/list-projects.ts'
import { readBatch, readProject } from '#features/projects/read-project.ts'
import { sendCatalogue } from '#features/projects/send-catalogue.ts'
import { sendProblem } from '#server/errors.ts'
import { viewerOf } from '#server/request-guard.ts'
import type { Api } from '#server/request-types.ts'
import type { Services } from '#server/services.ts'
import { isProblem } from '#values/problem.ts'

/** No length rule: what is no id is not found, like an id of nothing. */
const idParams = z.object({ id: z.string() })
const batchListQuery = projectListQuery.pick({ limit: true, cursor: true })

export function projectRoutes(app: Api, { db }: Services): void {
  app.get(
    '/api/projects',
    { schema: { querystring: projectListQuery, response: { 200: projectSummary.array() } } },
    async (request, reply) => {
      const page = await listProjects(db, request.query)
      return isProblem(page) ? sendProblem(reply, page) : sendPage(request, reply, page)
    },
  )

  app.get(
    '/api/projects/featured',
    { schema: { querystring: featuredQuery, response: { 200: featuredProject.array() } } },
    async (request, reply) => {
      const country = request.query.country ?? viewerOf(request).country
      return sendCatalogue(request, reply, await listFeaturedProjects(db, country))
    },
  )

  app.get(
    '/api/projects/:id',
    { schema: { params: idParams, response: { 200: projectSchema } } },
    async (request, reply) => {
      const project = await readProject(db, request.params.id)
      return isProblem(project)
        ? sendProblem(reply, project)
        : sendCatalogue(request, reply, project)
    },
  )

  app.get(
    '/api/batches',
    { schema: { querystring: batchListQuery, response: { 200: batchSchema.array() } } },
    async (request, reply) => {
      const page = await listBatches(db, request.query)
      return isProblem(page) ? sendProblem(reply, page) : sendPage(request, reply, page)
    },
  )

  app.get(
    '/api/batches/:id',
    { schema: { params: idParams, response: { 200: batchSchema } } },
    async (request, reply) => {
      const batch = await readBatch(db, request.params.id)
      return isProblem(batch) ? sendProblem(reply, batch) : sendCatalogue(request, reply, batch)
    },
  )
}

/** Contract 2: the address of the next page, with the same filters, stands in `Link`. */
function sendPage<Row>(
  request: FastifyRequest,
  reply: FastifyReply,
  { rows, next }: Page<Row>,
): FastifyReply {
  if (next !== null) {
    const [path = '', query = ''] = (request.raw.url ?? '').split('?')
    const parameters = new URLSearchParams(query)
    parameters.set('cursor', next)
    void reply.header('link', `<${path}?${parameters}>; rel="next"`)
  }
  return sendCatalogue(request, reply, rows)
}
