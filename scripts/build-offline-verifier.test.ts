// Tests that the offline verifier is one file without requests, is the same in each build, and is the built one.
import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import { textIn } from '#texts/text-in.ts'
import { languages } from '#values/lists/languages.ts'
import { offlineVerifierPath } from '#values/lists/offline-verifier-file.ts'
import { buildOfflineVerifier } from './build-offline-verifier.ts'

let html: string
beforeAll(async () => {
  html = await buildOfflineVerifier()
}, 240_000)

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`
const found = (pattern: RegExp) => pattern.exec(html)?.[1] ?? ''

it('is the same in each build', async () => {
  expect(await buildOfflineVerifier()).toBe(html)
}, 240_000)

it('allows its own script and style by their hashes, and nothing else', () => {
  const policy = found(/http-equiv="Content-Security-Policy" content="([^"]+)"/)
  const script = found(/<script type="module">([\s\S]*)<\/script>/)
  const style = found(/<style>([\s\S]*?)<\/style>/)
  expect(policy.split('; ')).toEqual([
    "default-src 'none'",
    `script-src ${hashOf(script)}`,
    `style-src ${hashOf(style)}`,
    ...["connect-src 'none'", "form-action 'none'", "base-uri 'none'"],
  ])
  // A parser would end the script early at these words.
  expect(script).not.toMatch(/<\/?script|<!--/i)
  expect(html.match(/<(?:link|img|iframe|object|embed|base)\b[^>]*>/g) ?? []).toEqual([])
  expect(html.match(/<script/g)).toHaveLength(1)
  expect(style).not.toMatch(/@import|url\((?!["']?data:)/)
})

it('has its texts in every language, and no path of the machine that built it', () => {
  for (const language of languages) {
    expect([language, html.includes(textIn(language, 'verify_unwitnessed'))]).toEqual([
      language,
      true,
    ])
  }
  expect(html).not.toContain(process.cwd())
  expect(Buffer.byteLength(html)).toBeLessThan(500_000)
})

it('names the licences of its libraries', () => {
  const licences = html.slice(html.lastIndexOf('</script>'))
  for (const library of ['react-dom', '@noble/post-quantum']) expect(licences).toContain(library)
})

const built = join('dist/web', offlineVerifierPath)
it.runIf(existsSync(built))('the page /verify shows the SHA-256 of the built file', () => {
  const sum = createHash('sha256').update(readFileSync(built)).digest('hex')
  for (const page of ['dist/web/verify.html', 'dist/web/tr/verify.html']) {
    expect(readFileSync(page, 'utf8')).toContain(`>${sum}</p>`)
  }
})
