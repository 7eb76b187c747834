// Builds the staff's console: an HTTP app of its own, on a port and an origin of its own
// (docs/product.md#console). The product's app knows none of its addresses.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { consoleRoutes } from '#features/console/console-routes.ts'
import { ownActionsOf } from '#features/staff/actions/own-actions.ts'
import { staffChecks } from '#features/staff/sessions/staff-check.ts'
import { staffCookieName } from '#features/staff/sessions/staff-cookie.ts'
import { staffRoutes } from '#features/staff/staff-routes.ts'
import type { ApiDescription } from '#platform/http/description/describe-api.ts'
import { sendProblem } from '#platform/http/errors.ts'
import { healthRoutes } from '#platform/http/health.ts'
import { escapeHtml } from '#platform/http/pages/html-page.ts'
import {
  brotliQuality,
  type KeptBytes,
  keepBytes,
  sendKept,
} from '#platform/http/pages/kept-bytes.ts'
import { securityHeaders } from '#platform/http/pages/security-headers.ts'
import { actions } from '#server/actions.ts'
import { type App, openHttpApp } from '#server/http-app.ts'
import { staticFiles } from '#server/pages/static-files.ts'
import { problemKinds } from '#server/problems.ts'
import { problem } from '#values/problem.ts'
import type { ConsoleServices } from './console-app-services.ts'

export const builtConsole = join(import.meta.dirname, '../..', 'dist', 'console')
const noForeignSources = { scripts: [], calls: [], frames: [] }

export async function buildConsole(
  services: ConsoleServices,
  folder: string = builtConsole,
): Promise<App> {
  const { settings } = services
  const { consoleUrl } = settings
  const address = { publicUrl: consoleUrl, publicUrlIsDefault: false, port: settings.port }
  return openHttpApp(services, {
    origin: { ...address, isStrict: true },
    headers: {
      ...securityHeaders({
        publicUrl: consoleUrl,
        imageHosts: settings.imageHosts,
        foreignSources: noForeignSources,
      }),
      'x-robots-tag': 'noindex, nofollow',
    },
    description: descriptionOf(consoleUrl),
    checksOf: (app) => staffChecks(app, services),
    addRoutes: (scope) => addRoutes(scope, services, folder),
  })
}

async function addRoutes(
  scope: FastifyInstance,
  services: ConsoleServices,
  folder: string,
): Promise<void> {
  const { db, settings } = services
  const api = scope.withTypeProvider<ZodTypeProvider>()
  healthRoutes(api, { db, timeoutFactor: settings.timeoutFactor })
  staffRoutes(api, services, actions)
  consoleRoutes(api, services, (staff) => ownActionsOf(actions, staff).map(({ name }) => name))
  await pageRoutes(scope, settings.publicUrl, folder)
}

/** Serves the built files, and the one document for every address of a page. */
async function pageRoutes(
  scope: FastifyInstance,
  publicUrl: string,
  folder: string,
): Promise<void> {
  const page = { config: { access: 'public' as const }, schema: { hide: true } }
  const document = await readDocument(folder, publicUrl)
  if (document !== null) await staticFiles(scope, folder)
  scope.get('/*', page, (request, reply) => {
    if (/^\/(console|assets|health)(\/|$)/.test(request.url)) {
      return sendProblem(reply, problem('not_found'))
    }
    if (document === null) {
      const text = 'The console is not built: npm run build'
      return sendProblem(reply, problem('unavailable', { text }))
    }
    const type = 'text/html; charset=utf-8'
    return sendKept(request, reply, document, { type, cacheControl: 'no-cache' })
  })
}

async function readDocument(folder: string, publicUrl: string): Promise<KeptBytes | null> {
  const html = await readFile(join(folder, 'index.html'), 'utf8').catch(() => null)
  if (html === null) return null
  const filled = html.replace('<html', `<html data-public-url="${escapeHtml(publicUrl)}"`)
  return keepBytes(filled, brotliQuality.forBuiltFiles)
}

function descriptionOf(consoleUrl: string): ApiDescription {
  return {
    kinds: problemKinds,
    tags: [
      { name: 'Staff', description: 'Sign-in, actions, approvals, the audit trail, members.' },
      { name: 'Console', description: 'People, purchases, the catalogue, programmes and figures.' },
      { name: 'Health', description: 'The state of a process.' },
    ],
    text: 'Calls of the console’s own pages. They may change with every version.',
    contact: { name: 'Carbon Passport', url: consoleUrl },
    cookie: staffCookieName({ consoleUrl }),
    refusalFields: {
      reason_code: {
        type: 'string',
        description: 'With `action_refused`: the reason, for programs.',
      },
    },
  }
}
