// A server on a clone where nothing was built says so, instead of finding nothing.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { problemKinds } from '#server/problems.ts'
import { readSettings } from '#server/settings.ts'
import { webRoutes } from '#server/web-routes.ts'
import { problem } from '#values/problem.ts'
import { publicPages, publicPath } from '#values/public-pages.ts'

let webRoot: string
let app: FastifyInstance
beforeAll(async () => {
  webRoot = await mkdtemp(join(tmpdir(), 'carbon-passport-unbuilt-'))
  app = Fastify()
  app.decorate('problemKinds', problemKinds)
  app.decorateRequest('refusal', null)
  const session = async () => problem('unauthenticated')
  await webRoutes(app, {
    settings: readSettings({ NODE_ENV: 'test' }),
    session,
    filledPages: [],
    webRoot,
  })
})
afterAll(async () => {
  await app.close()
  await rm(webRoot, { recursive: true })
})

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
