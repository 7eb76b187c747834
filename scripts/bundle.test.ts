// Tests that the browser's bundle contains no module, SQL, setting or key of the server.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { settingNames } from '#server/settings/settings-shape.ts'
import { everyCall } from '#tests/support/every-call.ts'
import { appPageNames } from '#values/lists/pages-of-app.ts'

const root = 'dist/web'
const files = existsSync(root)
  ? readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((name) =>
      /\.(js|html|css|map|json|webmanifest)$/.test(name),
    )
  : []

describe.runIf(files.length > 0)('the bundle', () => {
  const texts = files.map((name) => [name, readFileSync(join(root, name), 'utf8')] as const)

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
