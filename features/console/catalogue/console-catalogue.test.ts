// Tests projects, batches and due tonnes in the console: filters, pages, and one of each.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { changeOffer } from '#features/catalogue/offers/change-offer.ts'
import { editProject } from '#features/catalogue/offers/edit-project.ts'
import { writePrice } from '#features/catalogue/offers/price-queries.ts'
import { correctRetirement } from '#features/retirements/correct-retirement.ts'
import { issueTestBatch } from '#tests/support/people/batch.ts'
import { Person } from '#tests/support/people/person.ts'
import {
  appendOnce,
  issueTonnes,
  recordRows,
  retiredRow,
} from '#tests/support/people/retirements.ts'
import { type ConsoleReader, openConsoleReader } from '#tests/support/servers/console-reader.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'
import { statement } from '#tests/support/test-statement.ts'

const renameProject = statement(
  'test-console-rename-project',
  {},
  'update projects set name = $2, shown_name = $2, external_id = $3 where id = $1',
)
const feature = statement(
  'test-console-feature',
  {},
  `insert into featured_projects (country, position, project_id) values ('GB', 1, $1), ('DE', 1, $1)`,
)
const setPriceAndVintage = statement(
  'test-console-price-and-vintage',
  {},
  'update batches set price_micros = $2, vintage_year = $3 where id = $1',
)
const unlist = statement(
  'test-console-unlist',
  {},
  `update projects set unlisted_status = 'Withdrawn' where id = $1`,
)

let test: TestApp
let reader: ConsoleReader
beforeAll(async () => {
  test = await startTestApp({}, undefined, { background: false })
  reader = await openConsoleReader(test)
})
afterAll(async () => {
  await reader.close()
  await test.close()
})

const db = () => test.services.db
type Row = { readonly id: string }
const listed = async (path: string) =>
  (await reader.read(path)).body.map(({ id }: Row): string => id)

async function pagesOf(path: string): Promise<string[]> {
  const ids: string[] = []
  let next: string | null = path
  while (next !== null) {
    const page = await reader.read(next)
    ids.push(...page.body.map(({ id }: Row) => id))
    next = page.next
  }
  return ids
}

async function namedProject(name: string, kg = 5_000) {
  const batch = await issueTestBatch(db(), { kg })
  await db().run(renameProject, [batch.projectId, name, `X-${randomUUID()}`])
  return batch
}

describe('projects', () => {
  it('are listed by name without case and accents, and page without gaps', async () => {
    const word = randomUUID().slice(0, 8)
    const [b, a, c] = [
      await namedProject(`${word} Éolienne B`),
      await namedProject(`${word} eolienne a`),
      await namedProject(`${word} ÉOLIENNE C`),
    ]
    const ids = [a.projectId, b.projectId, c.projectId]
    expect(await listed(`projects?q=${word}%20EOLIENNE`)).toEqual(ids)
    expect(await pagesOf(`projects?q=${word}&limit=1`)).toEqual(ids)
  })

  it.each([
    ['available_kg', [20, 40, 60]],
    ['-available_kg', [60, 40, 20]],
    ['-shown_name', [60, 40, 20]],
    ['registry_id', [60, 20, 40]],
  ])('sorted by %s page as a whole in that order', async (sort, order) => {
    const word = randomUUID().slice(0, 8)
    const byKg = new Map<string, number>()
    for (const [kg, name, id] of [
      [40, 'B', '3'],
      [20, 'A', '2'],
      [60, 'C', '1'],
    ] as const) {
      const { projectId } = await namedProject(`${word} ${name}`, kg)
      await db().run(renameProject, [projectId, `${word} ${name}`, `${word}-${id}`])
      byKg.set(projectId, kg)
    }
    const paged = await pagesOf(`projects?q=${word}&limit=1&sort=${sort}`)
    expect(paged.map((id) => byKg.get(id))).toEqual(order)
  })

  it('are not sorted by an unknown column', async () => {
    for (const sort of ['status', '-', 'shown_name;']) {
      expect((await reader.read(`projects?sort=${sort}`)).status).toBe(400)
    }
  })

  it('are found by a part of the registry’s id, and filtered by what is on sale', async () => {
    const word = randomUUID().slice(0, 8)
    const [onSale, empty] = [await namedProject(word), await namedProject(word)]
    await changeOffer(db(), empty.serial, 'withdrawn', 'Test')
    const registryId = `gs-${word}`
    await db().run(renameProject, [onSale.projectId, word, registryId.toUpperCase()])
    expect(await listed(`projects?q=tst%20${registryId}`)).toEqual([onSale.projectId])
    expect(await listed(`projects?q=${word}&on_sale=yes`)).toEqual([onSale.projectId])
    expect(await listed(`projects?q=${word}&on_sale=no`)).toEqual([empty.projectId])
    expect(await listed('projects?q=%25%5F')).toEqual([])
    await db().run(unlist, [onSale.projectId])
    expect(await listed(`projects?q=${word}&on_sale=yes`)).toEqual([])
  })

  it('lead to one project with the fields that staff set and where it is featured', async () => {
    const { projectId } = await namedProject(randomUUID())
    await db().run(feature, [projectId])
    const edit = { description: 'A stove for each kitchen.', sdgs: [7, 13] }
    await editProject(db(), projectId, edit, async () => undefined)
    const { body } = await reader.read(`projects/${projectId}`)
    expect(body).toMatchObject({
      id: projectId,
      registry: 'TST',
      status: 'Verified',
      is_listed: true,
      batches: 1,
      available_kg: 5_000,
      description: 'A stove for each kitchen.',
      sdgs: [7, 13],
      edited: ['description', 'sdgs'],
      featured_in: ['DE', 'GB'],
    })
    await db().run(unlist, [projectId])
    expect((await reader.read(`projects/${projectId}`)).body).toMatchObject({
      status: 'Withdrawn',
      is_listed: false,
      available_kg: 0,
    })
    for (const id of [randomUUID(), 'x']) {
      expect((await reader.read(`projects/${id}`)).status).toBe(404)
    }
  })
})

describe('batches', () => {
  it('are listed by serial number, filtered by offer and project, and page without gaps', async () => {
    const { projectId } = await namedProject(randomUUID())
    const head = randomUUID()
    const serials = ['C', 'A', 'B'].map((letter) => `${head}-${letter}`)
    const [c, a, b] = [
      await issueTestBatch(db(), { kg: 10, projectId, serial: serials[0] ?? '' }),
      await issueTestBatch(db(), { kg: 10, projectId, serial: serials[1] ?? '' }),
      await issueTestBatch(db(), { kg: 10, projectId, serial: serials[2] ?? '' }),
    ]
    await changeOffer(db(), b.serial, 'withdrawn', 'A wrong price')
    const ids = [a.id, b.id, c.id]
    expect(await listed(`batches?q=${head.slice(4)}`)).toEqual(ids)
    expect(await pagesOf(`batches?q=${head}&limit=1`)).toEqual(ids)
    expect(await listed(`batches?q=${head}&offer=offered`)).toEqual([a.id, c.id])
    const { body } = await reader.read(`batches?project=${projectId}&offer=withdrawn`)
    expect(body).toMatchObject([{ id: b.id, offer: 'withdrawn', offer_reason: 'A wrong price' }])
  })

  it.each([
    ['available_kg', 'BAC'],
    ['-available_kg', 'CAB'],
    ['price_per_kg', 'CAB'],
    ['-vintage', 'ABC'],
    ['-serial_number', 'CBA'],
  ])('sorted by %s page as a whole in that order', async (sort, order) => {
    const { projectId } = await namedProject(randomUUID())
    const head = randomUUID()
    const letters = new Map<string, string>()
    for (const [letter, kg, micros, year] of [
      ['A', 20, 30_000, 2025],
      ['B', 10, 40_000, 2024],
      ['C', 30, 20_000, 2023],
    ] as const) {
      const { id } = await issueTestBatch(db(), { kg, projectId, serial: `${head}-${letter}` })
      await db().run(setPriceAndVintage, [id, micros, year])
      letters.set(id, letter)
    }
    const paged = await pagesOf(`batches?project=${projectId}&limit=1&sort=${sort}`)
    expect(paged.flatMap((id) => letters.get(id) ?? []).join('')).toBe(order)
  })

  it('are found by the same tonnes in another notation, and by the name of their project', async () => {
    const batch = await issueTonnes(db(), 10)
    const spelled = batch.serial.toLowerCase().replaceAll('-', ' – ')
    expect(await listed(`batches?q=${encodeURIComponent(spelled)}`)).toEqual([batch.id])
    const word = randomUUID()
    await db().run(renameProject, [batch.projectId, `Wind ${word}`, `X-${word}`])
    expect(await listed(`batches?q=${word.toUpperCase()}`)).toEqual([batch.id])
    expect((await reader.read('batches?after=x')).status).toBe(400)
  })

  it('lead to one batch with its stock, and the history of its price', async () => {
    const batch = await issueTonnes(db(), 10)
    const buyer = await new Person(test.url).signIn()
    await buyer.buyByCard(batch, 1_500)
    const card_token = await buyer.cardToken()
    const held = await buyer.reserve({
      ...{ batchId: batch.id, count: 100, amount: batch.price_per_kg, currency: batch.currency },
      ...{ payment_method: 'card', is_gift: 0, wallet_used: 0, card_token },
    })
    expect(held.status).toBe(200)
    const signature = { by: 'Ada', source: 'batches price' }
    await db().transaction((tx) => writePrice(tx, batch.id, 24_300, signature))
    const { body } = await reader.read(`batches/${batch.id}`)
    expect(body).toMatchObject({
      id: batch.id,
      serial_number: batch.serial,
      vintage: 2024,
      price_per_kg: 0.0243,
      kilograms: 10_000,
      sold_kg: 1_500,
      held_kg: 100,
      available_kg: 8_400,
      retired_tonnes: 0,
      due_tonnes: 1,
      prices: [{ by: 'Ada', price_per_kg: 0.0243, currency: 'GBP', source: 'batches price' }],
    })
    for (const id of [randomUUID(), batch.serial]) {
      expect((await reader.read(`batches/${id}`)).status).toBe(404)
    }
  })
})

describe('retirement', () => {
  it('lists the batch with the oldest due tonne first, and pages', async () => {
    const buyer = await new Person(test.url).signIn()
    const batches = [await issueTonnes(db(), 10), await issueTonnes(db(), 10)]
    const unsold = await issueTonnes(db(), 10)
    const [later, earlier] = batches.map(({ serial }) => serial)
    for (const [batch, kg] of [
      [batches[1], 2_500],
      [batches[0], 1_000],
      [unsold, 20],
    ] as const) {
      if (batch !== undefined) await buyer.buyByCard(batch, kg)
    }
    type Due = { readonly serial_number: string }
    const due: Due[] = []
    let next: string | null = 'retirements?limit=1'
    while (next !== null) {
      const page = await reader.read(next)
      due.push(...page.body)
      next = page.next
    }
    const serials = [earlier, later, unsold.serial]
    const own = due.filter(({ serial_number }) => serials.includes(serial_number))
    expect(own).toMatchObject([
      {
        ...{ serial_number: earlier, project: 'Test wind farm' },
        ...{ sold_tonnes: 2, due_tonnes: 2, retired_tonnes: 0, held_back_tonnes: 0 },
      },
      { serial_number: later, sold_tonnes: 1, due_tonnes: 1 },
      { serial_number: unsold.serial, sold_tonnes: 0, due_tonnes: 0, due_since: null },
    ])
    expect((await reader.read('retirements?after=x')).status).toBe(400)
    const sorted = (await reader.read('retirements?sort=-due_tonnes&limit=100')).body
    expect(
      sorted
        .filter(({ serial_number }: Due) => serials.includes(serial_number))
        .map(({ due_tonnes }: { due_tonnes: number }) => due_tonnes),
    ).toEqual([2, 1, 0])
  })

  it('lists recorded retirements, newest first, with those that were corrected', async () => {
    const buyer = await new Person(test.url).signIn()
    const batch = await issueTonnes(db(), 10)
    await buyer.buyByCard(batch, 3_000)
    await appendOnce(test)
    for (const [at, reference] of [
      [1, 'R-first'],
      [2, 'R-second'],
    ] as const) {
      await recordRows(db(), [retiredRow(batch.part(at, at), 1, reference)])
    }
    await correctRetirement(db(), 'R-second', 'A wrong day', async () => undefined)
    const { body } = await reader.read('retirements/recorded')
    expect(body.slice(0, 2)).toMatchObject([
      {
        reference: 'R-second',
        tonnes: 1,
        retired_on: '2026-11-20',
        is_corrected: true,
        confirmed_on: null,
      },
      {
        ...{ reference: 'R-first', serial: batch.part(1, 1), batch_id: batch.id },
        ...{ serial_number: batch.serial, is_corrected: false, url: null },
      },
    ])
    const found = await reader.read('retirements/recorded?reference=R-first')
    expect(found.body).toHaveLength(1)
    const first = await reader.read('retirements/recorded?limit=1')
    const second = await reader.read(first.next ?? '')
    expect(second.body[0]).toMatchObject({ reference: 'R-first' })
    expect((await reader.read('retirements/recorded?after=x')).status).toBe(400)
  })
})
