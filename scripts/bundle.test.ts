// Tests that the browser's bundles contain no module, SQL, setting or key of the server. The console has a bundle
// of its own.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { settingNames } from '#server/settings/settings-shape.ts'
import { everyCall } from '#tests/support/every-call.ts'
import { appPageNames } from '#values/lists/pages-of-app.ts'

const root = 'dist/web'
const consoleRoot = 'dist/console'

/** The files of a bundle with their texts. */
function textsIn(folder: string): readonly (readonly [name: string, text: string])[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(js|html|css|map|json|webmanifest)$/.test(name))
    .map((name) => [name, readFileSync(join(folder, name), 'utf8')] as const)
}

describe.each([root, consoleRoot].filter(existsSync))('the bundle %s', (folder) => {
  const texts = textsIn(folder)

  it.each([
    ['a setting of the server', new RegExp(`\\b(${settingNames.join('|')}|process\\.env)\\b`)],
    ['a module of the server', /createHmac|pg_advisory|from ["']node:|fastify/],
    ['SQL', /\b(insert into|for update skip locked|returning) [a-z_]+/],
    ['a private key', /-----BEGIN [A-Z ]*PRIVATE KEY|\b(sk|rk)_(live|test)_/],
    ['32 bytes as hex', /["'`][0-9a-f]{64}["'`]/],
    ['32 bytes as base64url', /["'`][A-Za-z0-9_-]{43}=?["'`]/],
    ['a source map', /sourceMappingURL/],
    ['zod', /\bZodError\b|\b_zod\b/],
  ])('holds no %s', (_, pattern) => {
    const found = texts.flatMap(([name, text]) => {
      const match = pattern.exec(text)
      return match === null ? [] : [`${name}: ${match[0]}`]
    })
    expect(found).toEqual([])
  })
  it('has no words of a call that only readers of the API need', () => {
    const words = everyCall.map(({ summary }) => summary).filter(({ length }) => length > 25)
    expect(words.length).toBeGreaterThan(5)
    const scripts = texts.filter(([name]) => name.endsWith('.js'))
    const found = words.filter((each) => scripts.some(([, text]) => text.includes(each)))
    expect(found).toEqual([])
  })
})

describe.runIf(existsSync(root))('the bundle of the web app', () => {
  const texts = textsIn(root)

  it.each(appPageNames)('loads %s with at most 14 files, all named by its document', (page) => {
    const html = readFileSync(join(root, `${page}.html`), 'utf8')
    const named = new Set(html.match(/\/assets\/[\w-]+\.(js|css)/g))
    expect(named.size).toBeGreaterThan(5)
    expect(named.size).toBeLessThanOrEqual(page === 'app' ? 12 : 14)
    const imported = [...named]
      .filter((name) => name.endsWith('.js'))
      .flatMap(
        (name) => readFileSync(join(root, name), 'utf8').match(/from"\.\/[\w-]+\.js"/g) ?? [],
      )
      .map((text) => `/assets/${text.slice('from"./'.length, -1)}`)
    expect(imported.filter((name) => !named.has(name))).toEqual([])
    const isHome = [...named].some((name) => name.includes('home-page'))
    expect(isHome).toBe(page === 'app')
  })

  it('has the id and the path of a call that pages ask', () => {
    const isThere = (text: string) => texts.some(([, each]) => each.includes(text))
    expect([isThere('/api/wallet/me'), isThere('getWallet')]).toEqual([true, true])
  })
})

describe.runIf(existsSync(root) && existsSync(consoleRoot))('the console', () => {
  const consoleCalls = ['/console/api/', 'getStaffMe', 'listConsolePurchases']

  it('is in its own bundle, with the calls that its pages ask', () => {
    const texts = textsIn(consoleRoot)
    const missing = consoleCalls.filter((each) => !texts.some(([, text]) => text.includes(each)))
    expect(missing).toEqual([])
  })

  it('has nothing in the bundle of the web app', () => {
    const found = textsIn(root).flatMap(([name, text]) =>
      consoleCalls.filter((each) => text.includes(each)).map((each) => `${name}: ${each}`),
    )
    expect(found).toEqual([])
  })

  it('has one document, without an inline script or style', () => {
    const documents = textsIn(consoleRoot).filter(([name]) => name.endsWith('.html'))
    expect(documents.map(([name]) => name)).toEqual(['index.html'])
    const [[, html] = ['', '']] = documents
    expect(html).not.toMatch(/\sstyle=|<style|<script(?![^>]*\ssrc=)/)
  })
})
