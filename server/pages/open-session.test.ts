// Tests where the public pages lead a person with an open session, and that any other visitor sees
// them.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { Person } from '#tests/support/people/person.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'
import { languages } from '#values/lists/languages.ts'
import { publicPath, titlePages } from '#values/lists/public-pages.ts'

let test: TestApp
beforeAll(async () => {
  test = await startTestApp()
})
afterAll(() => test.close())

it('the landing page redirects an open session to /app, in every language', async () => {
  const person = await new Person(test.url).signIn()
  for (const path of ['/', '/?language=nl']) {
    const { status, headers } = await person.get(path)
    expect([path, status, headers.get('location')]).toEqual([path, 302, '/app'])
    expect(headers.get('cache-control')).toBe('no-store')
  }
  const { headers } = await person.get('/?gift&language=nl')
  expect(headers.get('location')).toBe('/app?gift')
  expect((await person.get('/?language=nl')).headers.getSetCookie().join()).toMatch(/^language=nl;/)
})

it('an ended session is not redirected', async () => {
  const person = await new Person(test.url).signIn()
  await person.post('/api/auth/logout')
  expect((await person.get('/')).status).toBe(200)
  expect((await new Person(test.url).get('/')).status).toBe(200)
})

it.each(languages)('the pictures of sent links exist in %s, and differ', async (language) => {
  const pictureOf = async (query: string) => {
    const html: string = (await new Person(test.url).get(`/?${query}language=${language}`)).body
    const address = /property="og:image" content="([^"]+)"/.exec(html)?.[1] ?? '?'
    const answer = await fetch(new URL(new URL(address).pathname, test.url))
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/png'])
    const bytes = Buffer.from(await answer.arrayBuffer())
    expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([1200, 630])
    return bytes
  }
  expect((await pictureOf('')).equals(await pictureOf('gift&'))).toBe(false)
})

it('without scripts the placeholders show their titles, and Join and the app name what they need', async () => {
  const reader = new Person(test.url)
  for (const language of languages) {
    const text = async (path: string): Promise<string> =>
      (await reader.get(`${path}?language=${language}`)).body
    expect(await text('/')).toMatch(/<noscript>[^<]*JavaScript[^<]*<\/noscript>/)
    expect(await text('/app')).toMatch(/<noscript[^>]*>[^<]*JavaScript[^<]*<\/noscript>/)
    for (const path of titlePages.map(publicPath)) {
      const html = await text(path)
      const title = /<title>(.+) · Carbon Passport<\/title>/.exec(html)?.[1]
      expect([path, html.includes(`>${title}</h1>`)]).toEqual([path, true])
      expect(html).not.toContain('<script')
    }
  }
})

it('without legal texts there is no imprint, and no link to one', async () => {
  const reader = new Person(test.url)
  const { status, headers } = await reader.get('/imprint')
  expect([status, headers.get('location')]).toEqual([302, '/'])
  for (const path of ['/', ...titlePages.map(publicPath)]) {
    expect([path, (await reader.get(path)).body.includes('/imprint')]).toEqual([path, false])
  }
})
