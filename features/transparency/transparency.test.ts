// Tests the figures of each batch over HTTP, as JSON and as a page that needs no script.
import { Readable } from 'node:stream'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { z } from 'zod'
import { changeOffer } from '#features/catalogue/offers/change-offer.ts'
import { showProjectsAtStart } from '#features/catalogue/show-projects.ts'
import { replaceBatch } from '#features/purchases/replace/replace-batch.ts'
import { confirmRetirements } from '#features/retirements/confirm-retirements.ts'
import { escapeHtml } from '#platform/http/pages/html-page.ts'
import { issueTestBatch } from '#tests/support/people/batch.ts'
import { closeWithBooks } from '#tests/support/people/books.ts'
import { Person } from '#tests/support/people/person.ts'
import {
  appendOnce,
  backdate,
  issueGoldStandard,
  issueTonnes,
  recordRows,
  retiredRow,
  unaudited,
} from '#tests/support/people/retirements.ts'
import { fetchLog } from '#tests/support/rfc6962.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'
import { statement } from '#tests/support/test-statement.ts'
import { countIn, dayIn } from '#texts/figures-in.ts'
import { textIn } from '#texts/text-in.ts'
import { languages } from '#values/lists/languages.ts'

let test: TestApp
let now = Date.now()
beforeAll(async () => {
  test = await startTestApp({}, () => ({ clock: () => now }), { background: false })
})
afterAll(() => closeWithBooks(test))

const shoutName = statement(
  'test-shout-name',
  {},
  `update projects set name = 'GS77 WIND FARM OF IZMIR' where id = $1`,
)

const makeCompared = statement(
  'test-make-compared',
  {},
  'update batches set is_uncompared = false where id = $1',
)

const closeLog = statement('test-close-log', {}, 'update logs set closed_at = now()')

/** Returns the line below the title. */
const firstLineOf = (html: string) => /<\/h1><p[^>]*>([^<]*)/.exec(html)?.[1]

/** Requests a page after the cache has expired. */
async function ask(path: string, headers: Readonly<Record<string, string>> = {}) {
  // Never behind the clock of signers, however slow the machine.
  now = Math.max(now + 3_000, Date.now())
  return fetch(`${test.url}${path}`, { headers, redirect: 'manual' })
}
const shape = z.looseObject({
  batch_count: z.number(),
  batches: z.array(z.looseObject({ serial: z.string() })),
})
const shown = async (answer: Response) => shape.parse(await answer.json())
const figures = async () => shown(await ask('/transparency.json'))

it('shows for a new shop that no credit was issued and no log has begun', async () => {
  expect(await figures()).toMatchObject({ issued_kg: 0, batch_count: 0, batches: [], log: null })
  const page = await (await ask('/transparency?language=en')).text()
  expect(page).toContain('Nothing has been issued yet.')
  expect(page).toContain('The log begins within a minute.')
  expect(firstLineOf(page)).toBe('No whole tonne is due for retirement now.')
  expect(await figures()).toMatchObject({ next_retirement_by: null, oldest_due_since: null })
})

it('shows issued, sold, retired and due kilograms of each batch, with the log that proves them', async () => {
  const buyer = await new Person(test.url).signIn()
  const batch = await issueTonnes(test.services.db, 5)
  const quiet = await issueTestBatch(test.services.db, { kg: 700 })
  await test.services.db.run(shoutName, [quiet.projectId])
  await showProjectsAtStart(test.services.db)
  await buyer.buyByCard(batch, 3_600)
  await recordRows(test.services.db, [retiredRow(batch.part(1, 1), 1, 'R-1')])
  await appendOnce(test)
  const { note } = await fetchLog(`${test.url}/log`)
  const told = await figures()
  const sold = { issued_kg: 5_000, sold_kg: 3_600, retired_kg: 1_000, due_kg: 2_000 }
  expect(told).toMatchObject({
    issued_kg: 5_700,
    sold_kg: 3_600,
    retired_kg: 1_000,
    due_kg: 2_000,
    batch_count: 2,
    batches: [
      { registry: 'TST', serial: batch.serial, ...sold },
      {
        serial: quiet.serial,
        project: 'GS77 WIND FARM OF IZMIR',
        issued_kg: 700,
        sold_kg: 0,
        retired_kg: 0,
        due_kg: 0,
      },
    ],
    log: {
      origin: note.origin,
      size: note.size,
      root: note.root.toString('base64'),
      checkpoint_url: `${test.services.settings.publicUrl}/log/checkpoint`,
      key_url: `${test.services.settings.publicUrl}/log/key`,
      witnessing: null,
    },
  })
  const page = await (await ask('/transparency', { 'accept-language': 'de' })).text()
  expect(page).toContain('lang="de"')
  expect(page).not.toContain('<script')
  expect(page).not.toMatch(/zeug|mitsigni|\/log\/policy|%\w+%/i)
  for (const text of [batch.serial, '5.700', '3.600', note.root.toString('base64')]) {
    expect(page).toContain(text)
  }
  const [before = ''] = page.split(batch.serial)
  const totals = [...before.matchAll(/>(\d+\.\d{3})</g)].map(([, kg]) => kg)
  expect(totals).toEqual(['5.700', '3.600', '1.000', '2.000'])
  expect(page).toMatch(new RegExp(`>Einträge</dt>\\s*<dd[^>]*>${note.size}<`))
  expect(page).not.toMatch(/innerhalb einer Minute|noch nichts/i)
  const [, row = ''] = page.split(batch.serial)
  const figuresOfBatch = [...row.matchAll(/<td[^>]*>([^<]*)</g)].slice(0, 4)
  expect(figuresOfBatch.map(([, kg]) => kg)).toEqual(['5.000', '3.600', '1.000', '2.000'])
  // One page of batches needs no links to others.
  expect(page).not.toContain('rel="next"')
  expect(page).not.toMatch(/rel="prev"|class="batch-turns"/)
  expect(page).toContain('>Wind Farm of Izmir<')
  const english = await (await ask('/transparency', { 'accept-language': 'en' })).text()
  const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })
  expect(english).toContain(`${day.format(now)} at `)
})

it('shows kilograms off sale and replaced ones, of each batch and in total', async () => {
  const { db } = test.services
  const [former, other, withdrawn] = [
    await issueTonnes(db, 2),
    await issueTonnes(db, 2),
    await issueTonnes(db, 1),
  ]
  const buyer = await new Person(test.url).signIn()
  await buyer.buyByCard(former, 1_300)
  const before = await figures()
  expect(before).toMatchObject({ withdrawn_kg: 0, replaced_kg: 0 })
  await changeOffer(db, withdrawn.serial, 'withdrawn', 'A recall.')
  const order = { serial: former.serial, bySerial: other.serial, reason: 'taken back' }
  await replaceBatch(db, { ...order, audit: unaudited })
  const now = await figures()
  expect(now).toMatchObject({ withdrawn_kg: 1_700, replaced_kg: 1_300 })
  const of = ({ serial }: { serial: string }) => now.batches.find((each) => each.serial === serial)
  expect(of(former)).toMatchObject({ sold_kg: 1_300, withdrawn_kg: 700, replaced_kg: 1_300 })
  expect(of(other)).toMatchObject({ sold_kg: 1_300, withdrawn_kg: 0, replaced_kg: 0 })
  expect(of(withdrawn)).toMatchObject({ sold_kg: 0, withdrawn_kg: 1_000, replaced_kg: 0 })
  const page = await (await ask('/transparency?language=en')).text()
  const [, row = ''] = page.split(former.serial)
  const cells = [...row.matchAll(/<td[^>]*>([^<]*)</g)].slice(0, 6).map(([, kg]) => kg)
  expect(cells).toEqual(['2,000', '1,300', '0', '0', '700', '1,300'])
})

it('names batches whose serials cannot be compared, in every language', async () => {
  const { db } = test.services
  const [compared, uncompared] = [await issueTonnes(db, 1), await issueTonnes(db, 1)]
  await db.run(makeCompared, [compared.id])
  const now = await figures()
  const count = now.batch_count - 1
  expect(now).toMatchObject({ uncompared_count: count })
  const named = now.batches.filter((each) => each.uncompared === false)
  expect(named).toMatchObject([{ serial: compared.serial }])
  for (const language of languages) {
    const page = await (await ask(`/transparency?language=${language}`)).text()
    const values = { uncompared: String(count), count: String(now.batch_count) }
    expect(page).toContain(escapeHtml(textIn(language, 'transparency_unknown', values)))
    const note = escapeHtml(textIn(language, 'transparency_uncompared'))
    const rowOf = ({ serial }: { serial: string }) =>
      (page.split(serial)[1] ?? '').split('</tr>')[0] ?? ''
    expect(rowOf(uncompared)).toContain(note)
    expect(rowOf(compared)).not.toContain(note)
  }
})

it('shows confirmed kilograms and their day, in total and of each batch, in every language', async () => {
  const { db } = test.services
  const buyer = await new Person(test.url).signIn()
  const batch = await issueGoldStandard(db, 3)
  await buyer.buyByCard(batch, 2_000)
  await recordRows(db, [retiredRow(batch.part(1, 2), 2, 'R-CONFIRMED')])
  expect(await figures()).toMatchObject({ confirmed_kg: 0, confirmed_on: null })
  expect(await (await ask('/transparency?language=en')).text()).not.toMatch(/confirmed/)
  const list = `registry,serial,retired_on\nGS,${batch.part(1, 2)},2026-11-20\n`
  const source = { file: 'list.csv', open: () => Readable.from([Buffer.from(list)]) }
  const [takenOn, today] = ['2026-11-25', new Date().toISOString().slice(0, 10)]
  const order = { takenOn, today, project: null, audit: unaudited }
  expect(await confirmRetirements(db, source, order)).toMatchObject({ confirmedTonnes: 2 })
  const confirmed = { confirmed_kg: 2_000, confirmed_on: '2026-11-25' }
  const shownFigures = await figures()
  expect(shownFigures).toMatchObject(confirmed)
  expect(shownFigures.batches.find(({ serial }) => serial === batch.serial)).toMatchObject(
    confirmed,
  )
  for (const language of languages) {
    const page = await (await ask(`/transparency?language=${language}`)).text()
    const values = { kg: countIn(language, 2_000), day: dayIn(language, '2026-11-25') }
    expect(page).toContain(escapeHtml(textIn(language, 'transparency_confirmed', values)))
    expect(page).toContain(escapeHtml(textIn(language, 'transparency_confirmed_batch', values)))
  }
})

it('counts each batch once where a restore began another log', async () => {
  const { log: _, ...before } = await figures()
  await test.services.db.run(closeLog)
  await appendOnce(test)
  expect(await figures()).toMatchObject({ ...before, as_of: expect.anything() })
})

it('begins with the day by which the oldest due tonne is to be retired, in the reader’s language', async () => {
  const soldAt = new Date(now - 80 * 86_400_000)
  await backdate(test.services.db, soldAt)
  const by = new Date(soldAt.getTime() + 90 * 86_400_000)
  expect(await figures()).toMatchObject({
    next_retirement_by: by.toISOString().slice(0, 10),
    oldest_due_since: soldAt.toISOString(),
  })
  const day = (locale: string) =>
    new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(by)
  const lineIn = async (language: string) =>
    firstLineOf(await (await ask('/transparency', { 'accept-language': language })).text())
  expect(await lineIn('en')).toBe(`Next retirement by ${day('en-GB')}.`)
  expect(await lineIn('de')).toBe(`Nächste Stilllegung spätestens am ${day('de-DE')}.`)
  await backdate(test.services.db, new Date(now - 92 * 86_400_000))
  expect(await lineIn('en')).toMatch(/^A retirement was due by .* and is late\.$/)
})

const issue = (count: number) =>
  Promise.all(Array.from({ length: count }, () => issueTestBatch(test.services.db, { kg: 10 })))

it('is one page up to a hundred batches', async () => {
  await issue(92)
  const only = await ask('/transparency.json')
  expect((await shown(only)).batches).toHaveLength(100)
  expect(only.headers.get('link')).toBeNull()
  expect((await ask('/transparency.json?page=2')).status).toBe(404)
  expect(await (await ask('/transparency')).text()).not.toContain('rel="next"')
})

it('has pages, and knows how many', async () => {
  await issue(3)
  const first = await ask('/transparency.json')
  expect(first.headers.get('link')).toBe('</transparency.json?page=2>; rel="next"')
  const { batches } = await shown(first)
  expect(batches).toHaveLength(100)
  const second = await ask('/transparency.json?page=2')
  expect(second.headers.get('link')).toBeNull()
  const { batches: rest } = await shown(second)
  expect(rest).toHaveLength(3)
  // Batches with equal sales are ordered by serial number, so that each is on exactly one page.
  const unsold = [...batches, ...rest].flatMap(({ serial, sold_kg: kg }) =>
    kg === 0 ? serial : [],
  )
  expect(unsold).toEqual([...new Set(unsold)].toSorted())
  expect((await ask('/transparency.json?page=3')).status).toBe(404)
  expect((await ask('/transparency.json?page=x')).status).toBe(400)
  const page = await (await ask('/transparency')).text()
  const turnsOf = (html: string) =>
    [...html.matchAll(/<a href="([^"]+)" rel="(prev|next)"/g)].map(([, to, rel]) => [rel, to])
  expect(turnsOf(page)).toEqual([['next', '/transparency?page=2']])
  expect(page).toContain('Page 1 of 2')
  const last = await (await ask('/transparency?page=2')).text()
  expect(last).toContain('Page 2 of 2')
  expect(turnsOf(last)).toEqual([['prev', '/transparency?page=1']])
  expect((await ask('/transparency?page=3')).headers.get('location')).toBe('/')
})

it('is cached briefly, and new after that', async () => {
  const before = await figures()
  await issueTestBatch(test.services.db, { kg: 10 })
  const kept = await (await fetch(`${test.url}/transparency.json`)).json()
  expect(kept).toEqual(before)
  expect(await figures()).toMatchObject({ batch_count: before.batch_count + 1 })
})
