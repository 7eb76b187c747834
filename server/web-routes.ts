// Serves the built browser half, compressed: hashed files for a year, the documents always asked
// anew and in the person's language. Unknown pages lead home (specification 2). It must not answer
// an API address with a page.

import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import fastifyStatic from '@fastify/static'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isHeld } from '#platform/http/entity-tag.ts'
import { sendProblem } from '#platform/http/errors.ts'
import {
  keepPageLanguage,
  languageVary,
  namedLanguage,
  pageLanguage,
} from '#platform/http/page-language.ts'
import type { AccessChecks } from '#platform/http/request-guard.ts'
import { readIfThere } from '#platform/read-if-there.ts'
import { isSandbox } from '#providers/provider-kind.ts'
import type { Settings } from '#server/settings.ts'
import { defaultLanguage, inEachLanguage, type Language, languages } from '#values/languages.ts'
import { problem } from '#values/problem.ts'
import { publicPages, publicPath } from '#values/public-pages.ts'

export const builtRoot = join(import.meta.dirname, '..', 'dist', 'web')
/** Everything under /app is the browser's to route. */
const shellPages = ['/app', '/app/*']
const dataPrefixes = /^\/(api|passport|passkit|dev|health|assets|log|c)(\/|\?|$)/

const page = { config: { access: 'public' as const }, schema: { hide: true } }
const unbuilt = 'The web app is not built: npm run build'

const compress = promisify(brotliCompress)

type Document = {
  readonly bytes: Buffer
  /** Of the bytes as they are; the compressed ones have one of their own. */
  readonly hash: string
  /** Compressed when first asked for: a start does not wait for pages that nobody opens. */
  brotli(): Promise<Buffer>
}
/** `webRoot` holds what was built. */
type WebFiles = { readonly settings: Settings; readonly webRoot?: string }
/** A document that is filled for each who asks; null: there is no such page, and it leads home. */
export type FilledPage = {
  readonly path: string
  /** Its name in what was built. */
  readonly document: string
  fill(html: string, language: Language, request: FastifyRequest): Promise<string | null>
}
type Needs = WebFiles & {
  readonly session: AccessChecks['session']
  readonly filledPages: readonly FilledPage[]
}
type Page = Readonly<Record<Language, Document>>

export async function webRoutes(
  app: FastifyInstance,
  { settings, session, filledPages, webRoot = builtRoot }: Needs,
): Promise<void> {
  const files = { settings, webRoot }
  const landing = await openPage('index.html', files, () => addressLinksOf(settings))
  const landingIn = await openPage('index.html', files, (own) => addressLinksOf(settings, own))
  const shell = await openPage('app.html', files)
  const publicDocuments = await openPublicPages(files)
  const built = await Promise.all(filledPages.map(({ document }) => openPage(document, files)))
  if (landing === null || landingIn === null || shell === null || publicDocuments === null) {
    unbuiltRoutes(app)
    return
  }
  await app.register(async (scope) => {
    // Of a file it is no fault of ours if it is wanted on terms that it does not meet (If-Match).
    scope.setErrorHandler((error: FastifyError, _request, reply) => {
      if ((error.statusCode ?? 500) >= 500) throw error
      return sendProblem(reply, problem('bad_request'))
    })
    await scope.register(fastifyStatic, {
      root: webRoot,
      index: false,
      wildcard: false,
      preCompressed: true,
      cacheControl: false,
      // Nothing here is worth a part; some ranges are answered with a fault.
      acceptRanges: false,
      globIgnore: ['**/*.html'],
      setHeaders: (reply, path) => {
        const hashed = path.includes('/assets/')
        const caching = hashed ? 'public, max-age=31536000, immutable' : 'public, no-cache'
        reply.header('cache-control', caching)
      },
    })
  })
  /** A database that is away shuts nobody out of a public page. */
  const hasSession = (request: FastifyRequest) =>
    session(request).then(
      (refused) => refused === null,
      () => false,
    )
  app.get('/', page, async (request, reply) => {
    const named = namedLanguage(request)
    if (named !== undefined) keepPageLanguage(reply, settings, named)
    if (await hasSession(request)) return leadOn(reply)
    const document = named === undefined ? landing[pageLanguage(request)] : landingIn[named]
    return send(request, reply, document)
  })
  for (const [path, drawn] of publicDocuments) {
    if (filledPages.some((filled) => filled.path === path)) continue
    app.get(path, page, (request, reply) =>
      send(request, reply, drawn[namedLanguage(request) ?? pageLanguage(request)]),
    )
  }
  for (const [place, { path, fill }] of filledPages.entries()) {
    const drawn = built[place]
    if (drawn === undefined || drawn === null) throw new Error(`${path} was not built.`)
    app.get(path, page, async (request, reply) => {
      const language = namedLanguage(request) ?? pageLanguage(request)
      const html = await fill(drawn[language].bytes.toString(), language, request)
      return html === null ? reply.redirect('/', 302) : sendFilled(request, reply, html)
    })
  }
  for (const path of shellPages) {
    app.get(path, page, (request, reply) =>
      send(request, reply, shell[namedLanguage(request) ?? pageLanguage(request)]),
    )
  }
  app.get('/*', page, (request, reply) =>
    dataPrefixes.test(request.url)
      ? sendProblem(reply, problem('not_found'))
      : reply.redirect('/', 302),
  )
}

/** Nobody who meets a clone that is not built should have to guess why it shows no page. */
function unbuiltRoutes(app: FastifyInstance): void {
  for (const path of ['/', ...publicPages.map(publicPath), ...shellPages]) {
    app.get(path, page, (_request, reply) =>
      sendProblem(reply, problem('unavailable', { text: unbuilt })),
    )
  }
}

/** To where a session leads: nobody who is logged in is asked for a number. */
function leadOn(reply: FastifyReply) {
  return reply.header('cache-control', 'no-store').redirect('/app', 302)
}

/** Path and page of each public page, or null where nothing was built. Throws where only some were. */
async function openPublicPages(
  files: Required<WebFiles>,
): Promise<readonly (readonly [path: string, page: Page])[] | null> {
  const pages = await Promise.all(
    publicPages.map(async (name) => {
      return [publicPath(name), await openPage(`${name}.html`, files)] as const
    }),
  )
  const built = pages.flatMap(([path, drawn]) => (drawn === null ? [] : [[path, drawn] as const]))
  if (built.length === pages.length) return built
  if (built.length === 0) return null
  const missing = pages.flatMap(([path, drawn]) => (drawn === null ? [path] : []))
  throw new Error(`${missing.join(', ')}: not drawn while building (web/prerender.tsx).`)
}

/** A page in every language, or null where nothing was built. */
async function openPage(
  name: string,
  files: Required<WebFiles>,
  headOf: (language: Language) => string = () => '',
): Promise<Page | null> {
  const base = await openDocument(name, files, headOf(defaultLanguage))
  if (base === null) return null
  const pages = inEachLanguage(() => base)
  for (const language of languages) {
    if (language === defaultLanguage) continue
    const path = join(language, name)
    const document = await openDocument(path, files, headOf(language))
    if (document === null) throw new Error(`${name} was not built in ${language}.`)
    pages[language] = document
  }
  return pages
}

/**
 * Where a search engine finds the page in each language; at `/` it comes in the reader's. `own` is
 * the language that the address names, if it names one.
 */
function addressLinksOf({ publicUrl }: Settings, own?: Language): string {
  const anywhere = `${publicUrl}/`
  const address = (language: Language) => `${anywhere}?language=${language}`
  const links = languages.map(
    (language) => `<link rel="alternate" hreflang="${language}" href="${address(language)}">`,
  )
  const anyLanguage = `<link rel="alternate" hreflang="x-default" href="${anywhere}">`
  const canonical = own === undefined ? anywhere : address(own)
  return [`<link rel="canonical" href="${canonical}">`, ...links, anyLanguage].join('')
}

/** A built document with what it must know of the settings, or null where it was not built. */
async function openDocument(
  name: string,
  { settings, webRoot }: Required<WebFiles>,
  head: string,
): Promise<Document | null> {
  const built = await readIfThere(join(webRoot, name))
  if (built === null) return null
  const html = built
    .replace(/<html [^>]*/, (tag) => `${tag} ${attributesOf(settings)}`)
    .replace('</head>', () => `${head}</head>`)
  const bytes = Buffer.from(html)
  const hash = createHash('sha256').update(bytes).digest('base64url').slice(0, 27)
  let compressed: Promise<Buffer> | undefined
  return {
    bytes,
    hash,
    brotli() {
      compressed ??= compress(bytes)
      return compressed
    },
  }
}

/** What the browser must know, as attributes: no inline script may say it. */
function attributesOf(settings: Settings): string {
  const { sms, cards, passCertificates, googleWallet, imageHosts } = settings
  const sandboxes = [
    isSandbox(sms) && 'sms',
    isSandbox(cards) && 'cards',
    passCertificates === undefined && 'passes',
    isSandbox(googleWallet) && 'google',
  ]
  const names = sandboxes.filter((name) => typeof name === 'string').join(' ')
  const key = cards.kind === 'stripe' ? ` data-stripe-key="${cards.publishableKey}"` : ''
  const wallets = googleWallet.kind === 'none' ? '' : ' data-google-wallet=""'
  return `data-sandbox="${names}" data-image-hosts="${imageHosts.join(' ')}"${key}${wallets}`
}

/** Compressed for this one answer, and so with little effort. */
const quickly = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }

async function sendFilled(request: FastifyRequest, reply: FastifyReply, html: string) {
  void reply.header('cache-control', 'no-cache')
  void reply.header('vary', `${languageVary}, Accept-Encoding`)
  void reply.type('text/html; charset=utf-8')
  if (!takesBrotli(request)) return reply.send(html)
  return reply.header('content-encoding', 'br').send(await compress(Buffer.from(html), quickly))
}

function takesBrotli({ headers }: FastifyRequest): boolean {
  return /\bbr\b/.test(String(headers['accept-encoding'] ?? ''))
}

async function send(request: FastifyRequest, reply: FastifyReply, document: Document) {
  const isCompressed = takesBrotli(request)
  const etag = isCompressed ? `"${document.hash}-br"` : `"${document.hash}"`
  void reply.header('cache-control', 'public, no-cache').header('etag', etag)
  void reply.header('vary', `${languageVary}, Accept-Encoding`)
  if (isHeld(request, etag)) return reply.code(304).send()
  const bytes = isCompressed ? await document.brotli() : document.bytes
  if (isCompressed) void reply.header('content-encoding', 'br')
  return reply.type('text/html; charset=utf-8').send(bytes)
}
