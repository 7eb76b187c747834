// The description of the API: for programs as OpenAPI, for people as a page without scripts.
import type { FastifyDynamicSwaggerOptions } from '@fastify/swagger'
import type { FastifyInstance } from 'fastify'
import { jsonSchemaTransform } from 'fastify-type-provider-zod'
import type { ProblemKinds } from '#platform/http/errors.ts'
import { escapeHtml, htmlPage } from '#platform/http/html-page.ts'
import { errorSchema, refusalsOf } from '#platform/http/refusals.ts'

const refusals = 'x-refusals'

/** Successes come from the routes' schemas, refusals from what a route may refuse. */
export const describeApi = (kinds: ProblemKinds): FastifyDynamicSwaggerOptions => ({
  openapi: {
    info: { title: 'Carbon Passport', version: '1' },
    components: { schemas: { Error: errorSchema } },
  },
  transform: (route) => {
    const { schema, url } = jsonSchemaTransform(route)
    return { schema: { ...schema, [refusals]: refusalsOf(kinds, route.route) }, url }
  },
  transformObject: (described) => {
    if (!('openapiObject' in described)) throw new Error('the API is described as OpenAPI')
    const { openapiObject } = described
    for (const call of Object.values(openapiObject.paths ?? {}).flatMap(callsOf)) {
      call.responses = { ...call.responses, ...call[refusals] }
      delete call[refusals]
    }
    return openapiObject
  },
})

type Call = { responses?: object; [refusals]?: object }

function callsOf(methods: object | undefined): Call[] {
  return Object.values(methods ?? {})
}

/** `guide` is HTML that stands before the calls. */
export function apiDocsRoutes(app: FastifyInstance, guide: string): void {
  app.get('/api/openapi.json', { config: { access: 'public' }, schema: { hide: true } }, async () =>
    app.swagger(),
  )
  app.get(
    '/api/docs',
    { config: { access: 'public' }, schema: { hide: true } },
    (_request, reply) =>
      reply.type('text/html; charset=utf-8').send(docsPage(guide, app.swagger().paths ?? {})),
  )
}

function docsPage(guide: string, paths: object): string {
  const calls = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(Object(methods)).map(([method, call]) =>
      callSection(`${method.toUpperCase()} ${path}`, Object(call)),
    ),
  )
  return htmlPage(
    'Carbon Passport API',
    `<h1>Carbon Passport API</h1>
    <p>Same origin, JSON, cookies; partners <a href="#partner-calls">sign their calls</a>. The same description for programs:
    <a href="/api/openapi.json">/api/openapi.json</a>.</p>
    ${guide}
    ${calls.join('\n')}`,
  )
}

/** A call with its successes in full and its refusals in a line each. */
function callSection(title: string, { responses, ...call }: { readonly responses: object }) {
  const answers = Object.entries(responses)
  const isRefusal = (status: string) => Number(status) >= 400
  const successes = Object.fromEntries(answers.filter(([status]) => !isRefusal(status)))
  const lines = answers.flatMap(([status, { description }]) =>
    isRefusal(status)
      ? String(description)
          .split('\n')
          .map((line) => `${status} ${line}`)
      : [],
  )
  return `<section><h2><code>${escapeHtml(title)}</code></h2>
    <pre>${escapeHtml(JSON.stringify({ ...call, responses: successes }, null, 2))}</pre>
    <pre>${escapeHtml(lines.join('\n'))}</pre></section>`
}
