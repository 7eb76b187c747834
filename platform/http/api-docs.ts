// The description of the API: for programs as OpenAPI, for people as a page without scripts.
import type { FastifyInstance } from 'fastify'
import { escapeHtml, htmlPage } from '#platform/http/html-page.ts'

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
