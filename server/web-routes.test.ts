// A server on a clone where nothing was built says so, instead of finding nothing; one that was built
// leads on whoever is signed in.
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import cookie from '@fastify/cookie'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { problemKinds } from '#server/problems.ts'
import { readSettings } from '#server/settings.ts'
import { webRoutes } from '#server/web-routes.ts'
import { defaultLanguage, languages } from '#values/languages.ts'
import { problem } from '#values/problem.ts'
import { publicPages, publicPath } from '#values/public-pages.ts'

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

async function serverOf(
  root: string,
  session: Parameters<typeof webRoutes>[1]['session'],
): Promise<FastifyInstance> {
  const server = Fastify()
  await server.register(cookie)
  server.decorate('problemKinds', problemKinds)
  server.decorateRequest('refusal', null)
  const settings = readSettings({ NODE_ENV: 'test' })
  await webRoutes(server, { settings, session, filledPages: [], webRoot: root })
  return server
}

it.each(['/', ...publicPages.map(publicPath), '/app', '/app/projects'])(
  '%s says how to build the web app where it is not built',
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
    for (const name of ['index', 'app', ...publicPages]) {
      await writeFile(join(folder, `${name}.html`), `<html lang="x"><head></head>${name}`)
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
