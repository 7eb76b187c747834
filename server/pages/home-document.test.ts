// Tests the document of /app: with the card of a signed-in user, and as built for everybody else.
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyRequest } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { keepBytes } from '#platform/http/pages/kept-bytes.ts'
import { issueTestBatch } from '#tests/support/people/batch.ts'
import { Person } from '#tests/support/people/person.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'
import { countIn } from '#texts/figures-in.ts'
import { textIn } from '#texts/text-in.ts'
import { inEachLanguage, languages } from '#values/lists/languages.ts'
import { problem } from '#values/problem.ts'
import { type HomeOptions, openHomeDocuments } from './home-document.ts'

describe('the built document', () => {
  let test: TestApp
  let person: Person
  beforeAll(async () => {
    test = await startTestApp()
    person = await new Person(test.url).signIn()
    await person.buyByCard(await issueTestBatch(test.services.db, { kg: 9_000 }), 1_234)
  })
  afterAll(() => test.close())

  const open = async (cookie: string, path = '/app') => {
    const { headers, body } = await new Person(test.url).call('GET', path, undefined, { cookie })
    const control = headers.get('cache-control')
    return { html: String(body), control, isDrawn: String(body).includes('data-card=') }
  }

  it.each(languages)('has the card in %s, and may not be stored', async (language) => {
    const { html, control } = await open(person.cookie, `/app?language=${language}`)
    expect(control).toBe('no-store')
    expect(html).toContain(`lang="${language}"`)
    expect(html).toContain(`>${countIn(language, 1_234)}<`)
    expect(html).toContain(textIn(language, 'passport_total'))
    expect(html).toContain(person.id.replaceAll('-', '').toUpperCase().slice(0, 9))
    expect(html).not.toMatch(/\sstyle=|<style|<script(?![^>]*\ssrc=)/)
    expect(html).not.toContain(person.phone)
  })

  it('gives each user their own card', async () => {
    const other = await new Person(test.url).signIn()
    const [mine, theirs] = await Promise.all([open(person.cookie), open(other.cookie)])
    expect([mine.html.includes(person.id), mine.html.includes(other.id)]).toEqual([true, false])
    expect([theirs.html.includes(person.id), theirs.html.includes(other.id)]).toEqual([false, true])
  })

  it('is as built without a session, after its end, and for another page', async () => {
    const left = await new Person(test.url).signIn()
    const { cookie } = left
    await left.post('/api/auth/logout')
    const built = await open('')
    expect(built).toMatchObject({ control: 'public, no-cache', isDrawn: false })
    expect(await open(cookie)).toEqual(built)
    expect(await open('session=wrong')).toEqual(built)
    expect((await open(person.cookie, '/app/projects')).isDrawn).toBe(false)
  })

  it('is as built while a sign-out has not reached the server', async () => {
    expect((await open(`${person.cookie}; signing-out=1`)).isDrawn).toBe(false)
    expect((await open(`${person.cookie}; signing-outside=1`)).isDrawn).toBe(true)
  })

  it('has a card again after the sign-out has arrived and the next sign-in', async () => {
    const other = await new Person(test.url).signIn()
    const { cookie } = other
    other.cookie = `${cookie}; signing-out=1`
    const { headers } = await other.post('/api/auth/logout')
    expect(headers.getSetCookie().join('\n')).toMatch(/^signing-out=;.*Path=\//m)
    expect((await new Person(test.url).signIn()).cookie).not.toContain('signing-out')
  })
})

describe('a document with a card', () => {
  const card = {
    id: '0199c4a0-5d1e-7c7e-9a52-3f1f2b9c8d10',
    kg: 1,
    leagues: { eco: 'bronze', offset: 'gold' },
    country: 'GB',
    score: 7,
  } as const
  let drawingRoot: string
  beforeAll(async () => {
    drawingRoot = await mkdtemp(join(tmpdir(), 'carbon-passport-drawing-'))
    for (const language of languages) {
      await mkdir(join(drawingRoot, language))
      const code = `export const drawHome = ({ id }) => '<p>$& ${language} ' + id + '</p>'`
      await writeFile(join(drawingRoot, language, 'draw-home.js'), code)
    }
    await writeFile(join(drawingRoot, 'package.json'), '{"type":"module"}')
  })
  afterAll(() => rm(drawingRoot, { recursive: true }))

  const shell = inEachLanguage((language) =>
    keepBytes(`<body lang="${language}"><div id="root"><div>Loading</div></div></body>`, 1),
  )
  const request = { cookies: {} } as FastifyRequest
  const opened = (options: Partial<HomeOptions> = {}) =>
    openHomeDocuments({
      shell,
      drawingRoot,
      settings: { timeoutFactor: 1 },
      clock: () => 0,
      session: async () => null,
      currentCard: { of: () => card },
      ...options,
    })

  it('replaces the content of the shell, and holds the card as data', async () => {
    const document = await opened()(request, 'de')
    const data = JSON.stringify(card).replaceAll('"', '&quot;')
    expect(document?.bytes.toString()).toBe(
      `<body lang="de"><div id="root" data-card="${data}"><p>$& de ${card.id}</p></div></body>`,
    )
  })

  it.each<[string, Partial<HomeOptions>]>([
    ['the session is refused', { session: async () => problem('unauthenticated') }],
    ['the database fails', { session: () => Promise.reject(new Error('away')) }],
    [
      'the database does not answer',
      { session: () => new Promise(() => undefined), settings: { timeoutFactor: 0.01 } },
    ],
    [
      'the card cannot be read',
      {
        currentCard: {
          of() {
            throw new Error('no passport')
          },
        },
      },
    ],
    ['the code that draws is missing', { drawingRoot: '/nowhere' }],
  ])('is absent if %s', async (_, options) => {
    expect(await opened(options)(request, 'en')).toBe(null)
  })

  it('is drawn at most 120 times in a row for one user', async () => {
    const document = opened()
    const drawn = await Promise.all(Array.from({ length: 130 }, () => document(request, 'en')))
    expect(drawn.filter((each) => each !== null)).toHaveLength(120)
  })
})
