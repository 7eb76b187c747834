// The description of the API: for programs as OpenAPI, for people as a page without scripts.
import type { FastifyInstance } from 'fastify'
import { partnerCallGuide } from '#features/partners/call-guide.ts'
import { escapeHtml, htmlPage } from '#server/html-page.ts'

export function apiDocsRoutes(app: FastifyInstance): void {
  const guide = partnerCallGuide()
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
    Object.entries(Object(methods)).map(
      ([method, call]) =>
        `<section><h2><code>${method.toUpperCase()} ${escapeHtml(path)}</code></h2>
        <pre>${escapeHtml(JSON.stringify(call, null, 2))}</pre></section>`,
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
