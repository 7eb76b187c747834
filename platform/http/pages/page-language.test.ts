// Tests the language of a page: the one that a person chose, else the browser's.
import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'
import { languages } from '#values/lists/languages.ts'
import { acceptedLanguage } from './page-language.ts'

let test: TestApp
beforeAll(async () => {
  test = await startTestApp()
})
afterAll(() => test.close())

async function page(path: string, headers: Record<string, string> = {}) {
  const response = await fetch(`${test.url}${path}`, { headers })
  const html = await response.text()
  return { headers: response.headers, language: /<html[^>]* lang="(\w+)"/.exec(html)?.[1], html }
}

describe('the language of the browser', () => {
  it.each([
    ['tr-TR,tr;q=0.9,en;q=0.8', 'tr'],
    ['en;q=0.5, de-AT;q=0.7', 'de'],
    ['pt, nl;q=0.2', 'nl'],
    ['FR', 'fr'],
    ['it;q=0', undefined],
    ['de;q=x, es', 'de'],
    ['*', undefined],
    ['', undefined],
    [',;=,;q=,-', undefined],
  ])('%j is %s', (header, language) => expect(acceptedLanguage(header)).toBe(language))
})

describe('a page', () => {
  it.each(languages)('comes in %s where the browser prefers it', async (language) => {
    for (const path of ['/', '/app', '/privacy']) {
      const answer = await page(path, { 'accept-language': `${language}-XX, ja;q=0.9` })
      expect([path, answer.language]).toEqual([path, language])
      expect(answer.headers.get('vary')).toContain('Accept-Language')
      expect(answer.headers.get('vary')).toContain('Cookie')
    }
  })

  it('comes in English without any preference', async () => {
    expect((await page('/')).language).toBe('en')
    expect((await page('/', { 'accept-language': 'ja' })).language).toBe('en')
    expect((await page('/', { cookie: 'language=xx' })).language).toBe('en')
  })

  it('follows the cookie before the browser', async () => {
    const headers = { cookie: 'language=nl', 'accept-language': 'de' }
    expect((await page('/', headers)).language).toBe('nl')
    expect((await page('/app/settings', headers)).language).toBe('nl')
  })

  it('follows the language of a link first, and keeps it', async () => {
    const answer = await page('/?language=tr', { cookie: 'language=nl' })
    expect(answer.language).toBe('tr')
    expect(answer.headers.getSetCookie().join()).toMatch(
      /^language=tr; Max-Age=31536000; .*SameSite=Lax/,
    )
    const unknown = await page('/?language=xx', { cookie: 'language=nl' })
    expect(unknown.language).toBe('nl')
    expect(unknown.headers.getSetCookie()).toEqual([])
  })

  it('links itself and its translations for search engines', async () => {
    for (const language of languages) {
      const { html } = await page(`/?language=${language}`)
      const words = JSON.parse(await readFile(`texts/${language}/landing.json`, 'utf8'))
      expect(html).toContain(`<title>${words.landing_title} · Carbon Passport</title>`)
      expect(html).toContain(words.landing_description.replaceAll("'", '&#x27;'))
      expect(html).toMatch(
        new RegExp(`<link rel="canonical" href="[^"]+/\\?language=${language}">`),
      )
      for (const other of [...languages, 'x-default']) {
        expect(html).toContain(`<link rel="alternate" hreflang="${other}" href="http`)
      }
    }
    expect((await page('/')).html).toMatch(/<link rel="canonical" href="[^"?]+\/">/)
    expect((await page('/app')).html).not.toContain('hreflang=')
  })

  it('comes in brotli or gzip where the client takes it', async () => {
    const asset = /"(\/assets\/index-[^"]+\.js)"/.exec((await page('/')).html)?.[1] ?? ''
    for (const path of ['/', '/?language=tr', '/app', asset, '/icon.svg']) {
      const sent = async (encoding: string) => {
        const headers = { 'accept-encoding': encoding }
        const answer = await fetch(`${test.url}${path}`, { headers })
        const { headers: got } = answer
        expect(got.get('vary')?.toLowerCase()).toContain('accept-encoding')
        return {
          encoding: got.get('content-encoding'),
          etag: got.get('etag'),
          caching: got.get('cache-control'),
          text: await answer.text(),
        }
      }
      const [compressed, plain] = [await sent('gzip, br'), await sent('identity')]
      const zipped = await sent('gzip, deflate')
      const encodings = [compressed.encoding, zipped.encoding, plain.encoding]
      expect([path, ...encodings]).toEqual([path, 'br', 'gzip', null])
      expect(zipped.text).toBe(plain.text)
      const isForEver = compressed.caching?.includes('immutable')
      expect([path, isForEver]).toEqual([path, path === asset])
      expect(compressed.text).toBe(plain.text)
      expect(compressed.etag).not.toBe(plain.etag)
    }
  })

  it('has another ETag in another language', async () => {
    const english = await page('/')
    const etag = english.headers.get('etag') ?? ''
    const dutch = await page('/', { 'accept-language': 'nl', 'if-none-match': etag })
    expect(dutch.language).toBe('nl')
    // A proxy may have marked it as weak; the star is any.
    for (const held of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const again = await fetch(`${test.url}/`, { headers: { 'if-none-match': held } })
      expect([held, again.status]).toEqual([held, 304])
    }
  })
})
