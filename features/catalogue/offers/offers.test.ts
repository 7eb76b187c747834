// Tests batches off sale over HTTP: in no list, not for sale, still readable by id, and back on
// sale.
import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type IssuedBatch, issueTestBatch } from '#tests/support/people/batch.ts'
import { closeWithBooks } from '#tests/support/people/books.ts'
import { cardOrder, Person } from '#tests/support/people/person.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'
import { statement } from '#tests/support/test-statement.ts'
import type { Batch } from '../catalogue-calls.ts'
import { importCatalogue } from '../import/import-catalogue.ts'
import { changeOffer } from './change-offer.ts'

/** Rates at which a pound was worth less than today. */
const ratesOfLongAgo = statement(
  'test-rates-of-long-ago',
  {},
  `insert into exchange_rates (as_of, currency, units_per_eur, source)
   select as_of - 400, currency, units_per_eur * 2, source from exchange_rates`,
)

let test: TestApp
beforeAll(async () => {
  test = await startTestApp()
})
afterAll(() => closeWithBooks(test))

const withdraw = (serial: string) =>
  changeOffer(test.services.db, serial, 'withdrawn', 'The registry asks for it.')
const offer = (serial: string) =>
  changeOffer(test.services.db, serial, 'offered', 'The registry allows it again.')

/** A project file with one project, that of a test batch, in another state. */
function importState({ serial }: IssuedBatch, status: string) {
  const columns =
    'registry,registry_name,external_id,external_url,name,developer,country,country_code,status,' +
    'project_type,methodology,size,estimated_annual_credits,crediting_period_start,' +
    'crediting_period_end,sdgs'
  const row = `TST,Test Registry,${serial},,Test wind farm,,Türkiye,TR,${status},Wind,,,,,,[7]`
  const file = { file: 'projects.csv', open: () => Readable.from([`${columns}\n${row}\n`]) }
  return importCatalogue(test.services.db, { projects: [file] }, { isDemo: false })
}

/**
 * Returns a user's view, which may be half a second old, so it is repeated until it is as expected.
 */
async function seen(batch: IssuedBatch) {
  const reader = await new Person(test.url).signIn()
  const [projects, batches, project, one] = await Promise.all(
    ['projects', 'batches', `projects/${batch.projectId}`, `batches/${batch.id}`].map(
      async (path) => (await reader.get(`/api/${path}`)).body,
    ),
  )
  return {
    listed: projects.some((each: { id: string }) => each.id === batch.projectId),
    batchListed: batches.some((each: { id: string }) => each.id === batch.id),
    project,
    batch: one,
  }
}

const refusal = { code: 'not_offered', error: 'Invalid selection.' }

async function tryToBuy(batch: IssuedBatch) {
  const buyer = await new Person(test.url).signIn()
  return buyer.reserve(cardOrder(batch, 100, await buyer.cardToken()))
}

describe('a batch that is withdrawn', () => {
  it('is in no list and cannot be bought, and what was reserved completes', async () => {
    const batch = await issueTestBatch(test.services.db, { kg: 1_000 })
    const buyer = await new Person(test.url).signIn()
    await buyer.buyByCard(batch, 50)
    const reserved = await buyer.reserve(cardOrder(batch, 100, await buyer.cardToken()))
    expect(await withdraw(batch.serial)).toMatchObject({
      changed: true,
      batch: { issued_kg: 1_000, available_kg: 850, sold_kg: 50, held_kg: 100 },
    })
    const answer = await tryToBuy(batch)
    expect(answer.status).toBe(409)
    expect(answer.body).toMatchObject(refusal)
    await expect
      .poll(() => seen(batch))
      .toMatchObject({
        listed: true,
        batchListed: false,
        project: {
          price_from: null,
          batch_count: 0,
          available_kg: 0,
          batches: [{ id: batch.id, kg_available: 0, is_offered: false }],
        },
        batch: { kg_available: 0, is_offered: false, serial_number: batch.serial },
      })
    const completed = await buyer.complete(reserved.body.txId)
    expect(completed.body).toMatchObject({ status: 'COMPLETED' })
  })

  it('is for sale again when it is offered', async () => {
    const batch = await issueTestBatch(test.services.db, { kg: 1_000 })
    await withdraw(batch.serial)
    expect(await withdraw(batch.serial)).toMatchObject({ changed: false })
    expect(await offer(` ${batch.serial.toLowerCase()} `)).toMatchObject({ changed: true })
    await expect
      .poll(() => seen(batch))
      .toMatchObject({ batchListed: true, batch: { is_offered: true } })
    expect((await tryToBuy(batch)).status).toBe(200)
  })

  it('is not preferred in any country that features its project', async () => {
    const { db } = test.services
    const batch = await issueTestBatch(db, { kg: 1_000 })
    const rows = `country,registry,external_id,preferred_serial_number\nTR,TST,${batch.serial},${batch.serial}\n`
    const featured = { file: 'featured.csv', open: () => Readable.from([rows]) }
    await importCatalogue(db, { featured }, { isDemo: false })
    const reader = await new Person(test.url).signIn()
    const preferred = async () =>
      (await reader.get('/api/projects/featured?country=TR')).body.map(
        (each: { preferred_batch: object | null }) => each.preferred_batch,
      )
    expect(await preferred()).toMatchObject([{ id: batch.id }])
    await withdraw(batch.serial)
    await expect.poll(preferred).toEqual([null])
    await importState(batch, 'Withdrawn')
    await expect.poll(preferred).toEqual([])
  })

  it('needs a reason, and a serial that exists', async () => {
    const { db } = test.services
    expect(await changeOffer(db, 'TST-1', 'withdrawn', ' ')).toMatchObject({
      problem: 'reason_needed',
    })
    expect(await changeOffer(db, 'TST-1', 'withdrawn', 'x'.repeat(501))).toMatchObject({
      problem: 'reason_needed',
    })
    expect(await changeOffer(db, 'TST-1', 'withdrawn', 'x'.repeat(500))).toMatchObject({
      problem: 'batch_not_found',
    })
    expect(await withdraw('TST-of-nobody')).toMatchObject({ problem: 'batch_not_found' })
  })
})

describe('a project', () => {
  it('lists batches with stock first, by today’s worth and then the newest, and withdrawn ones last', async () => {
    const { db } = test.services
    const reader = await new Person(test.url).signIn()
    await db.run(ratesOfLongAgo)
    const dear = await issueTestBatch(db, { kg: 100, priceMicros: 30_000 })
    const { projectId } = dear
    const issue = (priceMicros: number, vintageYear: number, more: object = {}) =>
      issueTestBatch(db, { kg: 20, projectId, priceMicros, vintageYear, ...more })
    const older = await issue(20_000, 2020)
    const newer = await issue(20_000, 2023)
    const euros = await issue(21_000, 2024, { currency: 'EUR' })
    const soldOut = await issue(15_000, 2024)
    await reader.buyByCard(soldOut, 20)
    const withdrawn = await issue(5_000, 2024)
    await withdraw(withdrawn.serial)
    const { body } = await reader.get(`/api/projects/${projectId}`)
    const serials = body.batches.map((each: Batch) => each.serial_number)
    const wanted = [euros, newer, older, dear, soldOut, withdrawn]
    expect(serials).toEqual(wanted.map(({ serial }) => serial))
    const figures = {
      price_from: { price_per_kg: 0.021, currency: 'EUR' },
      ...{ batch_count: 5, total_kg: 180, available_kg: 160 },
    }
    expect(body).toMatchObject(figures)
    const rows = `country,registry,external_id,preferred_serial_number\nFR,TST,${dear.serial},${dear.serial}\n`
    const featured = { file: 'featured.csv', open: () => Readable.from([rows]) }
    await importCatalogue(db, { featured }, { isDemo: false })
    for (const path of [`?q=${dear.serial}`, 'featured?country=FR']) {
      expect((await reader.get(`/api/projects/${path}`)).body).toMatchObject([figures])
    }
  })

  it.each(['Withdrawn', 'Inactive', 'Rejected by Administrator', 'Cancelled'])(
    'that returns as %j is delisted with its batches, and comes back with its status',
    async (status) => {
      const batch = await issueTestBatch(test.services.db, { kg: 1_000 })
      expect(await importState(batch, status)).toMatchObject({
        projects: { changed: 1, skipped: 0, delisted: 1 },
      })
      await expect
        .poll(() => seen(batch))
        .toMatchObject({
          listed: false,
          batchListed: false,
          project: {
            ...{ is_offered: false, status: 'Verified', price_from: null, available_kg: 0 },
            batches: [{ is_offered: false, kg_available: 0 }],
          },
          batch: { is_offered: false, kg_available: 0 },
        })
      expect((await tryToBuy(batch)).body).toMatchObject(refusal)
      expect(await importState(batch, 'Registered')).toMatchObject({ projects: { relisted: 1 } })
      await expect.poll(() => seen(batch)).toMatchObject({ listed: true, batchListed: true })
    },
  )

  it('is featured no more: a country without another one has the worldwide ones', async () => {
    const { db } = test.services
    const issue = () => issueTestBatch(db, { kg: 10 })
    const [one, two, other] = [await issue(), await issue(), await issue()]
    const rows = `SE,TST,${one.serial},\nSE,TST,${two.serial},\nWW,TST,${other.serial},\n`
    const header = 'country,registry,external_id,preferred_serial_number'
    const featured = { file: 'featured.csv', open: () => Readable.from([`${header}\n${rows}`]) }
    await importCatalogue(db, { featured }, { isDemo: false })
    const reader = await new Person(test.url).signIn()
    const swedish = async () => (await reader.get('/api/projects/featured?country=SE')).body
    await expect.poll(swedish).toMatchObject([{ id: one.projectId }, { id: two.projectId }])
    await importState(one, 'Withdrawn')
    await expect.poll(swedish).toMatchObject([{ id: two.projectId }])
    await importState(two, 'Withdrawn')
    await expect.poll(swedish).toMatchObject([{ id: other.projectId }])
  })

  it('with an unknown status keeps its last one, and a new one is in no list', async () => {
    const batch = await issueTestBatch(test.services.db, { kg: 1_000 })
    const unknown_status = [{ registry: 'TST', external_id: batch.serial, status: 'Brilliant' }]
    expect(await importState(batch, 'Brilliant')).toMatchObject({ projects: { unknown_status } })
    await expect
      .poll(() => seen(batch))
      .toMatchObject({ listed: true, project: { status: 'Verified' } })

    const fresh = `new-${randomUUID()}`
    expect(await importState({ ...batch, serial: fresh }, 'Brilliant')).toMatchObject({
      projects: { added: 1, unknown_status: [{ external_id: fresh }] },
    })
    const reader = await new Person(test.url).signIn()
    const listed = (await reader.get(`/api/projects?q=${fresh}`)).body
    expect(listed).toEqual([])
    await importState({ ...batch, serial: fresh }, 'Listed')
    const search = async () => (await reader.get(`/api/projects?q=${fresh}`)).body
    await expect.poll(search).toMatchObject([{ status: 'Listed' }])
  })
})
