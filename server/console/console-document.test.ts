// Tests the document and the files of the console.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { App } from '#server/http-app.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'
import { buildConsole } from './build-console.ts'

let test: TestApp
let folder: string
beforeAll(async () => {
  test = await startTestApp({}, undefined, { background: false })
  folder = mkdtempSync(join(tmpdir(), 'built-console-'))
})
afterAll(async () => {
  await test.close()
  rmSync(folder, { recursive: true })
})

async function consoleOf(root: string): Promise<App> {
  const { services } = test
  const consoleUrl = 'https://console.passport.example'
  const publicUrl = 'https://passport.example/?a="b"'
  return buildConsole(
    { ...services, settings: { ...services.settings, consoleUrl, publicUrl } },
    root,
  )
}
const host = 'console.passport.example'

describe('a built console', () => {
  let app: App
  beforeAll(async () => {
    writeFileSync(join(folder, 'index.html'), '<html lang="en"><title>Console</title></html>')
    mkdirSync(join(folder, 'assets'))
    writeFileSync(join(folder, 'assets', 'console-1a2b3c.js'), 'console')
    app = await consoleOf(folder)
  })
  afterAll(() => app.close())
  const get = (url: string) => app.inject({ url, headers: { host } })

  it.each(['/', '/people', '/people/some-id?tab=1', '/consoles', '/healthy'])(
    'opens %s with its one document, which has the address of the product',
    async (url) => {
      const { statusCode, headers, body } = await get(url)
      expect([statusCode, body]).toEqual([
        200,
        '<html data-public-url="https://passport.example/?a=&quot;b&quot;" lang="en">' +
          '<title>Console</title></html>',
      ])
      expect(headers).toMatchObject({
        'content-type': 'text/html; charset=utf-8',
        'cache-control': 'no-cache',
        'x-robots-tag': 'noindex, nofollow',
      })
    },
  )

  it('sends its files', async () => {
    const { statusCode, body } = await get('/assets/console-1a2b3c.js')
    expect([statusCode, body]).toEqual([200, 'console'])
  })

  it.each(['/console', '/console/nowhere', '/assets/other.js', '/health', '/health/other'])(
    'has no page at %s',
    async (url) => {
      const { statusCode, body } = await get(url)
      expect([statusCode, JSON.parse(body).code]).toEqual([404, 'not_found'])
    },
  )
})

it('says how to build it', async () => {
  const app = await consoleOf(join(folder, 'nowhere'))
  const { statusCode, body } = await app.inject({ url: '/people', headers: { host } })
  await app.close()
  expect([statusCode, JSON.parse(body).error]).toEqual([
    503,
    'The console is not built: npm run build',
  ])
})
