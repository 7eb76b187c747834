// Tests the documents of /app: drawn for a signed-in user, and as built for everybody else.
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyRequest } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { exampleProfile } from '#features/people/people-calls.ts'
import { keepBytes } from '#platform/http/pages/kept-bytes.ts'
import { type IssuedBatch, issueTestBatch } from '#tests/support/people/batch.ts'
import { Person } from '#tests/support/people/person.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'
import { statement } from '#tests/support/test-statement.ts'
import { countIn } from '#texts/figures-in.ts'
import { textIn } from '#texts/text-in.ts'
import type { DocumentAnswers } from '#values/drawn-page.ts'
import { inEachLanguage, type Language, languages } from '#values/lists/languages.ts'
import { appPageNames, appPages, drawnDocument } from '#values/lists/pages-of-app.ts'
import { problem } from '#values/problem.ts'
import { type DrawingOptions, openDrawnDocuments } from './drawn-documents.ts'

const setGoals = statement('test-set-goals', {}, 'update projects set sdgs = $2 where id = $1')

describe('the built documents', () => {
  let test: TestApp
  let person: Person
  let batch: IssuedBatch
  beforeAll(async () => {
    test = await startTestApp()
    person = await new Person(test.url).signIn()
    batch = await issueTestBatch(test.services.db, { kg: 9_000 })
    await test.services.db.run(setGoals, [batch.projectId, [13]])
    await person.buyByCard(batch, 1_234)
  })
  afterAll(() => test.close())

  const open = async (cookie: string, path = '/app') => {
    const { headers, body } = await new Person(test.url).call('GET', path, undefined, { cookie })
    const control = headers.get('cache-control')
    return { html: String(body), control, isDrawn: String(body).includes('data-drawn') }
  }
  /** Returns the answers in a document. */
  const answersIn = (html: string): DocumentAnswers => {
    const [, text = ''] = /<template id="answers">(.*)<\/template>/s.exec(html) ?? []
    return JSON.parse(text.replaceAll('&lt;', '<').replaceAll('&amp;', '&'))
  }

  it.each(languages)('have the page in %s, and may not be stored', async (language) => {
    const { html, control } = await open(person.cookie, `/app?language=${language}`)
    expect(control).toBe('no-store')
    expect(html).toContain(`lang="${language}"`)
    expect(html).toContain(`>${countIn(language, 1_234)}<`)
    expect(html).toContain(textIn(language, 'passport_total'))
    expect(html).toContain(person.id.replaceAll('-', '').toUpperCase().slice(0, 9))
    expect(html).not.toMatch(/\sstyle=|<style|<script(?![^>]*\ssrc=)/)
  })

  const drawnPages = appPageNames.filter((name) => drawnDocument(name) !== null)
  it.each(drawnPages)('show %s', async (name) => {
    const pattern: string = appPages[name].path
    const path = pattern.replace(':id', batch.projectId)
    const { html, control, isDrawn } = await open(person.cookie, path)
    expect([control, isDrawn]).toEqual(['no-store', true])
    expect(html).toMatch(/<div id="root" data-drawn=""><a[^>]*href="#content"/)
    expect(html).toMatch(/<h1[ >]/)
    expect(html).not.toContain('data-passing')
    expect(html).toMatch(
      /<button[^>]*disabled=""[^>]*aria-label="Log out"|<button[^>]*aria-label="Log out"[^>]*disabled=""/,
    )
    expect(html).not.toMatch(/\sstyle=|<style|<script(?![^>]*\ssrc=)/)
  })

  it.each([
    ['/app', ['getWallet', 'listFeaturedProjects']],
    ['/app/projects', ['listProjects']],
    ['/app/projects/:id', ['getProject', 'getWallet']],
    ['/app/leaderboards', ['getLeaderboard', 'getLeaderboard']],
    ['/app/transactions', []],
  ])('hold what %s shows first', async (pattern, calls) => {
    const { html } = await open(person.cookie, pattern.replace(':id', batch.projectId))
    const { passportId, answers } = answersIn(html)
    expect(passportId).toBe(person.id)
    expect(answers.map(([[call]]) => call).sort()).toEqual(calls)
  })

  it('have an answer under the key of its call, as the call returns it', async () => {
    const { html } = await open(person.cookie, `/app/projects/${batch.projectId}`)
    const project = answersIn(html).answers.find(([[call]]) => call === 'getProject')
    const { body } = await person.get(`/api/projects/${batch.projectId}`)
    expect(project).toEqual([['getProject', batch.projectId], body])
    expect(html).toContain(`>${body.shown_name}<`)
  })

  it('have no inline style, which the policy refuses, but the starter’s', async () => {
    const { html } = await open(person.cookie, `/app/projects/${batch.projectId}`)
    expect(html).toMatch(/ data-style="[a-z-]+:/)
    expect(html).not.toMatch(/ style=/)
  })

  it('have the rates of their prices, once each', async () => {
    const dear = await issueTestBatch(test.services.db, { kg: 100, currency: 'EUR' })
    const reader = await new Person(test.url).signIn()
    for (const path of ['/app/projects', `/app/projects/${dear.projectId}`]) {
      const rates = async () => {
        const { html } = await open(reader.cookie, path)
        return answersIn(html).answers.filter(([[call]]) => call === 'getExchangeRate')
      }
      const euros = [['getExchangeRate', 'EUR', 'GBP'], { rate: expect.anything() }]
      // The list of projects may be some seconds old.
      await expect.poll(rates, { interval: 1_000, timeout: 15_000 }).toMatchObject([euros])
    }
  })

  it('show no project that does not exist, and leave the rest to the page', async () => {
    const { html, isDrawn } = await open(person.cookie, `/app/projects/${person.id}`)
    expect(isDrawn).toBe(true)
    expect(answersIn(html).answers.map(([[call]]) => call)).toEqual(['getWallet'])
  })

  it('give each user their own page', async () => {
    const other = await new Person(test.url).signIn()
    const [mine, theirs] = await Promise.all([open(person.cookie), open(other.cookie)])
    expect([mine.html.includes(person.id), mine.html.includes(other.id)]).toEqual([true, false])
    expect([theirs.html.includes(person.id), theirs.html.includes(other.id)]).toEqual([false, true])
  })

  it('are as built without a session, after its end, and for other pages', async () => {
    const left = await new Person(test.url).signIn()
    const { cookie } = left
    await left.post('/api/auth/logout')
    const built = await open('')
    expect(built).toMatchObject({ control: 'public, no-cache', isDrawn: false })
    expect(await open(cookie)).toEqual(built)
    expect(await open('session=wrong')).toEqual(built)
    for (const path of ['/app/nowhere', '/app/offers', '/app/settings']) {
      expect(await open(person.cookie, path)).toMatchObject({
        control: built.control,
        isDrawn: false,
      })
    }
  })

  it('are as built while a sign-out has not reached the server', async () => {
    expect((await open(`${person.cookie}; signing-out=1`)).isDrawn).toBe(false)
    expect((await open(`${person.cookie}; signing-outside=1`)).isDrawn).toBe(true)
  })

  it('are drawn again after the sign-out has arrived and the next sign-in', async () => {
    const other = await new Person(test.url).signIn()
    const { cookie } = other
    other.cookie = `${cookie}; signing-out=1`
    const { headers } = await other.post('/api/auth/logout')
    expect(headers.getSetCookie().join('\n')).toMatch(/^signing-out=;.*Path=\//m)
    expect((await new Person(test.url).signIn()).cookie).not.toContain('signing-out')
  })
})

describe('a drawn document', () => {
  let drawingRoot: string
  beforeAll(async () => {
    drawingRoot = await mkdtemp(join(tmpdir(), 'carbon-passport-drawing-'))
    for (const language of languages) {
      await mkdir(join(drawingRoot, language))
      const code = `export const drawPage = async (address, { id }) => ({
        html: '<p>$& ${language} ' + id + ' ' + address + '</p>',
        answers: [[['getWallet'], '"$&</template>']],
      })`
      await writeFile(join(drawingRoot, language, 'draw-page.js'), code)
    }
    await writeFile(join(drawingRoot, 'package.json'), '{"type":"module"}')
  })
  afterAll(() => rm(drawingRoot, { recursive: true }))

  const built = inEachLanguage((language) =>
    keepBytes(`<body lang="${language}"><div id="root"><div>Loading</div></div></body>`, 1),
  )
  const request = { cookies: {}, url: '/app?x=1' } as FastifyRequest
  const opened = (options: Partial<DrawingOptions> = {}) => {
    const draw = openDrawnDocuments({
      drawingRoot,
      settings: { timeoutFactor: 1 },
      clock: () => 0,
      session: async () => null,
      currentProfile: { of: () => exampleProfile },
      ...options,
    })
    return (language: Language) => draw(request, built, language)
  }

  it('has the drawn page and its answers instead of the built content', async () => {
    const document = await opened()('de')
    const { id } = exampleProfile
    expect(document?.bytes.toString()).toBe(
      `<body lang="de"><div id="root" data-drawn=""><p>$& de ${id} /app?x=1</p></div>` +
        `<template id="answers">{"passportId":"${id}",` +
        '"answers":[[["getWallet"],"\\"$&amp;&lt;/template>"]]}</template></body>',
    )
  })

  it.each<[string, Partial<DrawingOptions>]>([
    ['the session is refused', { session: async () => problem('unauthenticated') }],
    ['the database fails', { session: () => Promise.reject(new Error('away')) }],
    [
      'the database does not answer',
      { session: () => new Promise(() => undefined), settings: { timeoutFactor: 0.01 } },
    ],
    [
      'the profile cannot be read',
      {
        currentProfile: {
          of() {
            throw new Error('no passport')
          },
        },
      },
    ],
    ['the code that draws is missing', { drawingRoot: '/nowhere' }],
  ])('is absent if %s', async (_, options) => {
    expect(await opened(options)('en')).toBe(null)
  })

  it('is drawn at most 30 times in a row for one user', async () => {
    const document = opened()
    const drawn = await Promise.all(Array.from({ length: 40 }, () => document('en')))
    expect(drawn.filter((each) => each !== null)).toHaveLength(30)
  })
})
