// Tests the pages of a built server, and that a server without a build shows a page that explains
// it.
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import cookie from '@fastify/cookie'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type LandingCosts, noCosts } from '#features/landing/landing-costs.ts'
import { exampleProfile } from '#features/people/people-calls.ts'
import { escapeHtml } from '#platform/http/pages/html-page.ts'
import { keepBytes } from '#platform/http/pages/kept-bytes.ts'
import { problemKinds } from '#server/problems.ts'
import { readSettings } from '#server/settings/settings.ts'
import { legalFolder } from '#tests/support/legal-folder.ts'
import { googleSettings } from '#tests/support/stand-ins/google-account.ts'
import { textIn } from '#texts/text-in.ts'
import { defaultLanguage, languages } from '#values/lists/languages.ts'
import { offlineVerifierName, offlineVerifierPath } from '#values/lists/offline-verifier-file.ts'
import { appPageNames } from '#values/lists/pages-of-app.ts'
import { legalPages, publicPages, publicPath } from '#values/lists/public-pages.ts'
import { problem } from '#values/problem.ts'
import { webRoutes } from './web-routes.ts'

let webRoot: string
let app: FastifyInstance
beforeAll(async () => {
  webRoot = await mkdtemp(join(tmpdir(), 'carbon-passport-unbuilt-'))
  app = await serverOf(webRoot, async () => problem('unauthenticated'))
})
afterAll(async () => {
  await app.close()
  await rm(webRoot, { recursive: true })
})

/** The costs of the landing page. A test may change them. */
let costs: LandingCosts = noCosts

async function serverOf(
  root: string,
  session: Parameters<typeof webRoutes>[1]['session'],
  env: Readonly<Record<string, string>> = {},
  filledPages: Parameters<typeof webRoutes>[1]['filledPages'] = [],
): Promise<FastifyInstance> {
  const server = Fastify()
  await server.register(cookie)
  server.decorate('problemKinds', problemKinds)
  server.decorateRequest('refusal', null)
  const settings = readSettings({ NODE_ENV: 'test', ...env })
  const currentProfile = { of: () => exampleProfile }
  const clock = () => 0
  const drawingRoot = join(root, 'drawing')
  const landingCosts = async () => costs
  const pages = { settings, session, filledPages, landingCosts, currentProfile, clock }
  await webRoutes(server, { ...pages, webRoot: root, drawingRoot })
  return server
}

it.each(['/', ...publicPages.map(publicPath), '/app', '/app/projects'])(
  '%s shows how to build the web app where it is not built',
  async (url) => {
    const { statusCode, body } = await app.inject({ url })
    expect(statusCode).toBe(503)
    expect(JSON.parse(body)).toMatchObject({
      code: 'unavailable',
      error: 'The web app is not built: npm run build',
    })
  },
)

/** A page of each name in each language. */
async function build(root: string): Promise<void> {
  for (const language of languages) {
    const folder = language === defaultLanguage ? root : join(root, language)
    await mkdir(folder, { recursive: true })
    const drawn = appPageNames.map((name) => `${name}-drawn`)
    for (const name of ['index', ...appPageNames, ...drawn, ...publicPages]) {
      const body = name === 'index' ? '<p data-each="costs">%price%</p>index' : name
      const html = `<html lang="${language}"><head><title>${name}</title></head>${body}`
      await writeFile(join(folder, `${name}.html`), html)
    }
  }
}

it.each([
  ['whoever is signed in is led on to the app', async () => null, 302],
  ['whoever is not is shown the first page', async () => problem('unauthenticated'), 200],
  [
    'a database that is away shuts nobody out of the first page',
    () => Promise.reject(new Error('the database is away')),
    200,
  ],
])('%s', async (_what, session, status) => {
  const root = await mkdtemp(join(tmpdir(), 'carbon-passport-built-'))
  await build(root)
  const built = await serverOf(root, session)
  try {
    const { statusCode, headers, body } = await built.inject({ url: '/' })
    expect([statusCode, headers.location]).toEqual([status, status === 302 ? '/app' : undefined])
    expect(body.endsWith('index')).toBe(status === 200)
  } finally {
    await built.close()
    await rm(root, { recursive: true })
  }
})

describe('a server with a build', () => {
  let root: string
  let built: FastifyInstance
  const get = (url: string, headers = {}) => built.inject({ url, headers })
  beforeAll(async () => {
    root = await mkdtemp(join(tmpdir(), 'carbon-passport-built-'))
    await build(root)
    await mkdir(join(root, 'verify'))
    await writeFile(join(root, offlineVerifierPath), '<title>offline</title>')
    await mkdir(join(root, 'assets'))
    await writeFile(join(root, 'assets', 'app-1a2b3c.js'), 'app')
    await writeFile(join(root, 'robots.txt'), 'User-agent: *')
    const env = {
      CARD_PROVIDER: 'stripe',
      STRIPE_SECRET_KEY: 'sk_test_secret',
      STRIPE_PUBLISHABLE_KEY: 'pk_test_page',
      ...{ ...googleSettings, GOOGLE_WALLET_PROVIDER: 'sandbox' },
    }
    const filled = {
      path: '/transparency',
      document: 'transparency.html',
      fill: async (html: string, _: string, { url }: { url: string }) =>
        url.includes('page=9') ? null : keepBytes(html.replace('transparency', 'filled'), 1),
    }
    built = await serverOf(root, async () => problem('unauthenticated'), env, [filled])
  })
  afterAll(async () => {
    await built.close()
    await rm(root, { recursive: true })
  })

  it('sends the offline verifier as a download, and no other file of its folder', async () => {
    const { statusCode, headers, body } = await get(offlineVerifierPath)
    expect([statusCode, body]).toEqual([200, '<title>offline</title>'])
    expect(headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'content-disposition': `attachment; filename="${offlineVerifierName}"`,
      'cache-control': 'public, no-cache',
    })
    expect((await get('/verify/other.html')).statusCode).toBe(302)
    expect((await get('/verify.html')).statusCode).toBe(302)
  })

  it('lets browsers keep files whose names change with them, and check all others', async () => {
    const kept = await get('/assets/app-1a2b3c.js')
    expect(kept.headers['cache-control']).toBe('public, max-age=31536000, immutable')
    for (const url of ['/robots.txt', '/', '/app', '/privacy']) {
      expect([url, (await get(url)).headers['cache-control']]).toEqual([url, 'public, no-cache'])
    }
  })

  it('names the landing page in every language, and its own address', async () => {
    const { publicUrl } = readSettings({ NODE_ENV: 'test' })
    const linksOf = async (url: string) => (await get(url)).body.match(/<link [^>]*>/g) ?? []
    const links = await linksOf('/')
    for (const language of languages) {
      const address = `${publicUrl}/?language=${language}`
      expect(links).toContain(`<link rel="alternate" hreflang="${language}" href="${address}">`)
      expect(await linksOf(`/?language=${language}`)).toContain(
        `<link rel="canonical" href="${address}">`,
      )
    }
    expect(links).toContain(`<link rel="alternate" hreflang="x-default" href="${publicUrl}/">`)
    expect(links).toContain(`<link rel="canonical" href="${publicUrl}/">`)
  })

  it('gives the browser the providers in use and its public key, and no other', async () => {
    for (const url of ['/', '/app', '/privacy']) {
      const { body } = await get(url)
      expect(body).toContain('data-sandbox="sms passes google"')
      expect(body).toContain('data-stripe-key="pk_test_page" data-google-wallet=""')
      expect(body).not.toContain('sk_test_secret')
    }
  })

  it('fills the current costs into the landing page, and removes the part without them', async () => {
    expect((await get('/')).body).not.toContain('<p')
    costs = { costs: [{ price: '£0.39' }], year: [] }
    const filled = await get('/')
    expect(filled.body).toContain('<p>£0.39</p>')
    expect((await get('/?gift')).body).toContain('<p>£0.39</p>')
    costs = { costs: [{ price: '£0.40' }], year: [] }
    const later = await get('/', { 'if-none-match': filled.headers.etag })
    expect([later.statusCode, later.body.includes('<p>£0.40</p>')]).toEqual([200, true])
    const known = await get('/', { 'if-none-match': later.headers.etag })
    expect(known.statusCode).toBe(304)
    costs = noCosts
  })

  it('shows the app in the language of a link, before that of a cookie', async () => {
    const cookie = 'language=de'
    expect((await get('/app/projects?language=nl', { cookie })).body).toContain('lang="nl"')
    expect((await get('/app/projects', { cookie })).body).toContain('lang="de"')
  })

  it.each(languages)('describes a sent link, and that of a gift, in %s', async (language) => {
    const cookie = `language=${language}`
    const tag = (name: string, content: string) =>
      `<meta property="og:${name}" content="${escapeHtml(content)}">`
    const landing = (await get('/', { cookie })).body
    for (const body of [landing, (await get(`/?language=${language}`)).body]) {
      expect(body).toContain('<title>index</title>')
      expect(body).toContain(tag('title', textIn(language, 'landing_title')))
      expect(body).toContain(tag('description', textIn(language, 'landing_description')))
      expect(body).toContain(tag('image', `http://localhost:3000/share/landing-${language}.png`))
      expect(body).toContain(tag('url', 'http://localhost:3000/'))
    }
    const title = textIn(language, 'landing_gift_title')
    for (const query of ['?gift', '?gift=Ada%22%3E', `?gift=&language=${language}`]) {
      const { body } = await get(`/${query}`, { cookie })
      expect(body).toContain(`<title>${escapeHtml(title)} · Carbon Passport</title>`)
      expect(body).toContain(tag('title', title))
      expect(body).toContain(tag('description', textIn(language, 'landing_gift_waits')))
      expect(body).toContain(tag('image', `http://localhost:3000/share/gift-${language}.png`))
      expect(body).toContain(tag('url', 'http://localhost:3000/?gift'))
      expect(body).not.toContain('Ada')
    }
  })

  it.each(legalPages)('shows the text of %s, which names its own language', async (page) => {
    const texts = legalFolder({ [`${page}.en.md`]: 'In English', [`${page}.de.md`]: 'Auf Deutsch' })
    const place = '<html lang="x"><head></head><div data-legal-text=""></div>'
    for (const folder of [root, ...languages.map((language) => join(root, language))]) {
      if (existsSync(folder)) await writeFile(join(folder, `${page}.html`), place)
    }
    const env = { LEGAL_DIR: texts.folder }
    const legal = await serverOf(root, async () => problem('unauthenticated'), env)
    for (const [language, text] of [
      ['de', '<div class="legal-text" lang="de"><p>Auf Deutsch</p>'],
      ['en', '<div class="legal-text" lang="en"><p>In English</p>'],
      ['tr', '<div class="legal-text" lang="en"><p>In English</p>'],
    ]) {
      const { body } = await legal.inject({ url: `${publicPath(page)}?language=${language}` })
      expect(body, language).toContain(text)
      expect(body, language).toContain('data-terms-version="2026-11"')
      expect(body, language).toContain('<link rel="stylesheet" href="/legal.css">')
    }
    await legal.close()
    texts.remove()
  })

  it('fills a page for each reader, and redirects home from a missing one', async () => {
    const { body, headers } = await get('/transparency')
    expect(body).toContain('filled')
    expect(headers['cache-control']).toBe('no-cache')
    expect(headers.vary).toBe('Accept-Language, Cookie, Accept-Encoding')
    const gone = await get('/transparency?page=9')
    expect([gone.statusCode, gone.headers.location]).toEqual([302, '/'])
  })

  it.each(['api', 'passport', 'passkit', 'dev', 'health', 'assets', 'log', 'c'])(
    'redirects no unknown address below /%s home',
    async (data) => {
      // `/log` itself is a page.
      const own = data === 'log' ? [] : [`/${data}`, `/${data}?x=1`]
      for (const url of [...own, `/${data}/nowhere`]) {
        expect([url, (await get(url)).statusCode]).toEqual([url, 404])
      }
      expect((await get(`/${data}-card`)).headers.location).toBe('/')
    },
  )

  it('redirects an unknown address home that a person opens, except for the API', async () => {
    const opened = async (url: string) => {
      const { statusCode, headers } = await get(url, { accept: 'text/html,*/*;q=0.8' })
      return [url, statusCode, headers.location]
    }
    for (const url of [
      '/passport',
      '/passport/x',
      '/passport?x=1',
      '/c',
      '/c/a/b',
      '/log/x',
      '/assets/x',
    ]) {
      expect(await opened(url)).toEqual([url, 302, '/'])
    }
    expect(await opened('/api/nowhere')).toEqual(['/api/nowhere', 404, undefined])
  })
})
