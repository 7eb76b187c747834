// Serves the built browser half: its files (static-files.ts), and its documents (web-documents.ts), always
// revalidated and in the person's language. Unknown pages redirect home (docs/product.md#public-pages). It
// must not answer an API address with a page.
import { join } from 'node:path'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { LandingCosts } from '#features/landing/landing-costs.ts'
import { sendProblem } from '#platform/http/errors.ts'
import type { AccessChecks } from '#platform/http/guard/request-guard.ts'
import { fillDocument } from '#platform/http/pages/fill-document.ts'
import { acceptsHtml } from '#platform/http/pages/html-page.ts'
import {
  brotliQuality,
  type KeptBytes,
  keepBytes,
  sendKept,
} from '#platform/http/pages/kept-bytes.ts'
import {
  languageVary,
  namedLanguage,
  pageLanguage,
  setLanguageCookie,
} from '#platform/http/pages/page-language.ts'
import { inEachLanguage, type Language } from '#values/lists/languages.ts'
import { appPages } from '#values/lists/pages-of-app.ts'
import { publicPages, publicPath } from '#values/lists/public-pages.ts'
import { problem } from '#values/problem.ts'
import { giftParameter, giftScreenPath } from '#values/text/gift-address.ts'
import { type CurrentProfile, openDrawnDocuments } from './drawn-documents.ts'
import { staticFiles } from './static-files.ts'
import {
  openAppPages,
  openLanding,
  openPage,
  openPublicPages,
  type WebFiles,
} from './web-documents.ts'

export const builtRoot = join(import.meta.dirname, '../..', 'dist', 'web')
const builtDrawings = join(import.meta.dirname, '../..', 'dist', 'drawing')
/** Addresses of the app. The browser routes everything under /app. */
const shellPages = ['/app', '/app/*']
const apiPrefix = /^\/api(\/|\?|$)/
const dataPrefixes = /^\/(api|passport|passkit|dev|health|assets|log|c)(\/|\?|$)/

const page = { config: { access: 'public' as const }, schema: { hide: true } }
const unbuiltText = 'The web app is not built: npm run build'

/**
 * A document that is filled with current values for each request. If `fill` returns null, the request
 * is redirected to `/`.
 */
export type FilledPage = {
  readonly path: string
  /** The document's file name in the build. */
  readonly document: string
  fill(html: string, language: Language, request: FastifyRequest): Promise<KeptBytes | null>
}
type WebOptions = Omit<WebFiles, 'webRoot'> & {
  /** The folder of the build. */
  readonly webRoot?: string
  readonly session: AccessChecks['session']
  readonly filledPages: readonly FilledPage[]
  readonly landingCosts: (language: Language) => Promise<LandingCosts>
  readonly currentProfile: CurrentProfile
  readonly clock: () => number
  /** The folder of the code that draws documents. */
  readonly drawingRoot?: string
}

export async function webRoutes(app: FastifyInstance, options: WebOptions): Promise<void> {
  const { settings, session, filledPages, landingCosts, currentProfile, clock } = options
  const { webRoot = builtRoot, drawingRoot = builtDrawings } = options
  const files = { settings, webRoot }
  const landing = await openLanding(files, false)
  const landingByAddress = await openLanding(files, true)
  const withCosts = documentsWithCosts(landingCosts)
  const pagesOfApp = await openAppPages(files)
  const shell = pagesOfApp?.find(({ path }) => path === appPages.app.path)?.built
  const publicDocuments = await openPublicPages(files)
  const built = await Promise.all(filledPages.map(({ document }) => openPage(document, files)))
  if (
    landing === null ||
    landingByAddress === null ||
    pagesOfApp === null ||
    shell === undefined ||
    publicDocuments === null
  ) {
    unbuiltRoutes(app)
    return
  }
  await staticFiles(app, webRoot)
  /**
   * Returns whether the request has a session. A failed check counts as none, so that public pages stay
   * available without the database.
   */
  const hasSession = (request: FastifyRequest) =>
    session(request).then(
      (refused) => refused === null,
      () => false,
    )
  app.get('/', page, async (request, reply) => {
    const addressLanguage = namedLanguage(request)
    if (addressLanguage !== undefined) setLanguageCookie(reply, settings, addressLanguage)
    const isGift = hasGift(request)
    if (await hasSession(request)) return redirectToApp(reply, isGift)
    const link = isGift ? 'gift' : 'landing'
    const language = addressLanguage ?? pageLanguage(request)
    const documents = addressLanguage === undefined ? landing : landingByAddress
    return sendPage(request, reply, await withCosts(documents[link][language], language))
  })
  for (const [path, document] of publicDocuments) {
    if (filledPages.some((filled) => filled.path === path)) continue
    app.get(path, page, (request, reply) => sendPage(request, reply, document[languageOf(request)]))
  }
  for (const [index, { path, fill }] of filledPages.entries()) {
    const document = built[index]
    if (document === undefined || document === null) throw new Error(`${path} was not built.`)
    const htmlIn = inEachLanguage((language) => document[language].bytes.toString())
    app.get(path, page, async (request, reply) => {
      const language = languageOf(request)
      const filled = await fill(htmlIn[language], language, request)
      return filled === null
        ? reply.redirect('/', 302)
        : sendPage(request, reply, filled, 'no-cache')
    })
  }
  app.get('/app/*', page, (request, reply) => sendPage(request, reply, shell[languageOf(request)]))
  const { findSession } = currentProfile
  const config = { ...page.config, ...(findSession && { findSession }) }
  const draw = openDrawnDocuments({ drawingRoot, settings, clock, session, currentProfile })
  for (const { path, built, drawn } of pagesOfApp) {
    app.get(path, { ...page, config }, async (request, reply) => {
      const language = languageOf(request)
      const document = drawn && (await draw(request, drawn, language))
      return document === null
        ? sendPage(request, reply, built[language])
        : sendPage(request, reply, document, 'no-store')
    })
  }
  app.get('/*', page, (request, reply) =>
    isPage(request) ? reply.redirect('/', 302) : sendProblem(reply, problem('not_found')),
  )
}

/**
 * Returns a function that fills the costs into a landing page. It keeps one filled page for each page, so that the
 * same costs are compressed once.
 */
function documentsWithCosts(costsIn: WebOptions['landingCosts']) {
  const filledPages = new WeakMap<KeptBytes, { readonly costs: string; readonly page: KeptBytes }>()
  return async (built: KeptBytes, language: Language): Promise<KeptBytes> => {
    const lists = await costsIn(language)
    const costs = JSON.stringify(lists)
    const known = filledPages.get(built)
    if (known?.costs === costs) return known.page
    const html = fillDocument(built.bytes.toString(), {}, lists)
    const page = keepBytes(html, brotliQuality.forBuiltFiles)
    filledPages.set(built, { costs, page })
    return page
  }
}

const languageOf = (request: FastifyRequest) => namedLanguage(request) ?? pageLanguage(request)

/**
 * Returns true if an unknown address belongs to a page: if it is outside the data prefixes, or a person opens it
 * in a browser and it is none of the API.
 */
function isPage(request: FastifyRequest): boolean {
  if (!dataPrefixes.test(request.url)) return true
  return !apiPrefix.test(request.url) && acceptsHtml(request)
}

/** Adds routes that answer 503 with the build command, for a checkout without a build. */
function unbuiltRoutes(app: FastifyInstance): void {
  for (const path of ['/', ...publicPages.map(publicPath), ...shellPages]) {
    app.get(path, page, (_request, reply) =>
      sendProblem(reply, problem('unavailable', { text: unbuiltText })),
    )
  }
}

/** Returns whether the address is that of a gift's message. */
function hasGift(request: FastifyRequest): boolean {
  const [, query = ''] = request.url.split('?')
  return new URLSearchParams(query).has(giftParameter)
}

/**
 * Redirects to /app, for a user who is signed in, and from a gift's message to the gift's screen. The response
 * is not cached.
 */
function redirectToApp(reply: FastifyReply, isGift: boolean) {
  const address = isGift ? giftScreenPath : '/app'
  return reply.header('cache-control', 'no-store').redirect(address, 302)
}

async function sendPage(
  request: FastifyRequest,
  reply: FastifyReply,
  document: KeptBytes,
  cacheControl = 'public, no-cache',
) {
  return sendKept(request, reply, document, {
    type: 'text/html; charset=utf-8',
    cacheControl,
    vary: languageVary,
  })
}
