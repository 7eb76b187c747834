// Tests the catalogue over HTTP, with the demonstration's projects and batches.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { seedDemoCatalogue } from '#features/demo/seed-demo-catalogue.ts'
import { issueTestBatch } from '#tests/support/people/batch.ts'
import { closeWithBooks } from '#tests/support/people/books.ts'
import { passMinute } from '#tests/support/people/pass-minute.ts'
import { cardOrder, Person } from '#tests/support/people/person.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'
import { statement } from '#tests/support/test-statement.ts'
import { textIn } from '#texts/text-in.ts'
import { fold, sqlFolded } from '#values/text/fold.ts'
import {
  type Batch,
  batchSchema,
  featuredProject,
  type Project,
  type ProjectSummary,
  projectSchema,
  projectSummary,
} from './catalogue-calls.ts'
import { listBatches, listFeaturedProjects, listProjects } from './list-projects.ts'
import { editProject } from './offers/edit-project.ts'
import { readBatch, readProject } from './read-project.ts'

const shown = `concat_ws(' ', name, country_name, developer, description)`
const foldedProjects = statement(
  'test-folded-projects',
  { name: 'text', text: 'text', folded: 'text' },
  `select name, ${shown} as text, ${sqlFolded(shown)} as folded from projects`,
)
const showAs = statement('test-show-as', {}, 'update projects set shown_name = $2 where id = $1')
const foldedTexts = statement(
  'test-folded-texts',
  { text: 'text', folded: 'text' },
  `select text, ${sqlFolded('text')} as folded from unnest($1::text[]) as text`,
)

let test: TestApp
let reader: Person
beforeAll(async () => {
  test = await startTestApp()
  await seedDemoCatalogue(test.services.db)
  reader = await new Person(test.url).signIn()
})
afterAll(() => closeWithBooks(test))

const projects = async (query = ''): Promise<ProjectSummary[]> =>
  (await reader.get(`/api/projects/${query}`)).body
const project = async (id: string): Promise<Project> =>
  (await reader.get(`/api/projects/${id}`)).body
const batches = async (): Promise<Batch[]> => (await reader.get('/api/batches')).body

describe('every call of the catalogue', () => {
  const paths = [
    '/api/projects',
    '/api/projects/',
    '/api/projects/featured?country=GB',
    `/api/projects/${randomUUID()}`,
    '/api/batches',
    `/api/batches/${randomUUID()}`,
  ]
  it.each(paths)('%s needs a session', async (path) => {
    const answer = await new Person(test.url).get(path)
    expect(answer.status).toBe(401)
    expect(answer.body.code).toBe('unauthenticated')
  })

  it.each([
    '/api/projects?limit=0',
    '/api/projects?limit=101',
    '/api/projects?limit=ten',
    '/api/projects?limit=3&limit=4',
    '/api/projects?cursor=elsewhere',
    `/api/projects?q=${'x'.repeat(201)}`,
    '/api/projects/featured?country=GBR',
    '/api/batches?limit=-1',
    '/api/batches?cursor=1',
  ])('%s is refused', async (path) => {
    const answer = await reader.get(path)
    expect(answer.status).toBe(400)
    expect(answer.body).toMatchObject({ code: 'bad_request', request_id: expect.any(String) })
  })

  it('is compressed for clients that accept brotli', async () => {
    const answer = await fetch(`${test.url}/api/projects`, {
      headers: { cookie: reader.cookie, 'accept-encoding': 'br' },
    })
    expect(answer.headers.get('content-encoding')).toBe('br')
    // No shared cache may give it to a client that does not accept it.
    expect(answer.headers.get('vary')).toContain('Accept-Encoding')
    expect(answer.headers.get('etag')).toMatch(/-br"$/)
    expect(await answer.json()).toEqual(await projects())
  })

  it('answers 304 while it is unchanged, and new bytes at once after a purchase', async () => {
    const [first] = await projects()
    const path = `/api/projects/${first?.id}`
    const answer = await reader.get(path)
    const etag = answer.headers.get('etag') ?? ''
    expect(etag).toMatch(/^"[\w-]{43}-gzip"$/)
    expect(answer.headers.get('cache-control')).toBe('private, no-cache')
    const again = () => reader.call('GET', path, undefined, { 'if-none-match': `W/${etag}, "x"` })
    expect(await again()).toMatchObject({ status: 304, body: '' })
    const batch = answer.body.batches[0]
    await reader.buyByCard(batch, 20)
    const later = await again()
    expect(later.status).toBe(200)
    expect(later.body.available_kg).toBe(answer.body.available_kg - 20)
    expect(later.headers.get('etag')).not.toBe(etag)
  })
})

describe('the list of projects', () => {
  it('is whole, with and without the slash, and has the declared shape', async () => {
    const all = await projects()
    expect(all.length).toBeGreaterThanOrEqual(300)
    expect((await reader.get('/api/projects')).body).toEqual(all)
    for (const each of all) {
      expect(projectSummary.strict().parse(each)).toEqual(each)
      expect(Object.keys(each.raw_data).sort()).toEqual(['is_demo', 'sdgs'])
    }
    const registries = new Set(all.map(({ registry_name }) => registry_name))
    expect([...registries].sort()).toEqual(['Gold Standard', 'Verra VCS'])
  })

  it('links each project to its registry, also where the registry’s file gives no address', async () => {
    const all = await projects()
    expect(all.filter(({ external_url }) => external_url === null)).toEqual([])
    const derived = all.find(({ external_id }) => external_id === 'GS11728')
    expect(derived?.external_url).toBe('https://registry.goldstandard.org/projects?q=GS11728')
    expect(await project(derived?.id ?? '')).toMatchObject({ external_url: derived?.external_url })
  })

  it('shows projects with stock first, and three that differ', async () => {
    const all = await projects()
    const firstWithout = all.findIndex(({ available_kg }) => available_kg === 0)
    expect(all.slice(firstWithout).every(({ available_kg }) => available_kg === 0)).toBe(true)
    expect(new Set(all.slice(0, 3).map(({ country }) => country)).size).toBe(3)
  })

  it('has pages that add up to the whole list', async () => {
    const all = await projects('?status=Certified%20Design')
    const pages: ProjectSummary[] = []
    let path: string | undefined = '/api/projects/?status=Certified%20Design&limit=40'
    while (path !== undefined) {
      const { body, headers } = await reader.get(path)
      pages.push(...body)
      const link = headers.get('link')
      path = /^<([^>]+)>; rel="next"$/.exec(link ?? '')?.[1]
      expect(body.length === 40).toBe(link !== null)
    }
    expect(pages).toEqual(all)
    expect(all.length).toBeGreaterThan(80)
  })

  it.each([
    [
      'registry',
      '?registry=Verra%20VCS',
      ({ registry_name }: ProjectSummary) => registry_name === 'Verra VCS',
    ],
    [
      'registry code',
      '?registry=gs',
      ({ registry_name }: ProjectSummary) => registry_name === 'Gold Standard',
    ],
    ['type', '?type=Wind', ({ project_type }: ProjectSummary) => project_type.includes('Wind')],
    ['status', '?status=Listed', ({ status }: ProjectSummary) => status === 'Listed'],
    [
      'words of the name, in any order',
      '?q=FARM%20wind',
      ({ name }: ProjectSummary) => /wind/i.test(name) && /farm/i.test(name),
    ],
    [
      'registry and type',
      '?q=solar+gold',
      ({ name, registry_name, project_type }: ProjectSummary) =>
        registry_name === 'Gold Standard' && /solar/i.test(`${name} ${project_type.join(' ')}`),
    ],
    [
      'country',
      '?q=turkey',
      ({ country, name }: ProjectSummary) => country === 'TR' || /turkey/i.test(name),
    ],
    ['registry id', '?q=vcs513', ({ external_id }: ProjectSummary) => external_id === 'VCS513'],
  ])('filters by %s', async (_, query, fits) => {
    const all = await projects()
    const found = await projects(query)
    expect(found.length).toBeGreaterThan(0)
    expect(found).toEqual(all.filter(fits))
  })

  it('finds a project by its shown name too', async () => {
    const [first] = await projects()
    expect(await projects('?q=quokka+meadow')).toEqual([])
    await test.services.db.run(showAs, [first?.id, 'Meadow of quokkas'])
    expect(await projects('?q=meadow+quokka')).toMatchObject([{ id: first?.id }])
    await test.services.db.run(showAs, [first?.id, 'Quokkas of Mai-Ndombe and Hawaiʻi'])
    for (const typed of [
      'hawaii+quokka',
      "Hawai'i+quokka",
      'mai+ndombe+quokka',
      'mai-ndombe+QUOKKA',
    ]) {
      expect([typed, await projects(`?q=${typed}`)]).toMatchObject([typed, [{ id: first?.id }]])
    }
    await test.services.db.run(showAs, [first?.id, first?.shown_name])
  })

  it('folds case, accents and letters as the page does, for every project', async () => {
    const rows = await test.services.db.run(foldedProjects)
    expect(rows.length).toBeGreaterThanOrEqual(300)
    for (const { text, folded } of rows) expect([text, fold(text)]).toEqual([text, folded])
    const names = new Set(rows.map(({ name }) => name).filter((name) => /[^ -~]/.test(name)))
    expect(names.size).toBeGreaterThan(20)
    for (const name of names) {
      const spellings = [name.normalize('NFD'), name.toUpperCase(), fold(name)]
      const typed = spellings[name.length % spellings.length] ?? name
      const found = await listProjects(test.services.db, {
        q: typed.split(' ').reverse().join(' '),
      })
      expect('rows' in found && found.rows.map((each) => each.name)).toContain(name)
    }
  })

  it('folds each character as the page does', async () => {
    const letters: string[] = []
    for (let code = 0x20; code < 0x3400; code += 1) {
      const letter = String.fromCodePoint(code)
      if (/\p{Assigned}/u.test(letter)) letters.push(`a${letter}b`)
    }
    const rows = await test.services.db.run(foldedTexts, [letters])
    expect(rows).toHaveLength(letters.length)
    const wrong = rows.filter(({ text, folded }) => fold(text) !== folded)
    expect(wrong).toEqual([])
  })

  it('treats the signs of a pattern as plain text, and All as no filter', async () => {
    expect(await projects('?q=%25')).toEqual(
      (await projects()).filter(({ name }) => name.includes('%')),
    )
    expect(await projects('?q=___________')).toEqual([])
    expect(await projects('?type=All&status=all&registry=All&q=')).toHaveLength(
      (await projects()).length,
    )
    expect(await projects('?type=Perpetual%20motion')).toEqual([])
  })

  it('names the cheapest batch with stock, whatever its currency', async () => {
    const rates: Record<string, number> = { EUR: 1, USD: 1.1684, GBP: 0.87058 }
    const euro = ({ price_per_kg, currency }: { price_per_kg: number; currency: string }) =>
      price_per_kg / (rates[currency] ?? Number.NaN)
    const available = Map.groupBy(
      (await batches()).filter(({ kg_available }) => kg_available > 0),
      (batch) => batch.project_id,
    )
    for (const { id, price_from } of await projects()) {
      const own = available.get(id)?.toSorted((a, b) => euro(a) - euro(b))[0]
      expect(price_from).toEqual(
        own === undefined ? null : { price_per_kg: own.price_per_kg, currency: own.currency },
      )
    }
  })
})

describe('a project', () => {
  it('has its batches, its facts and twelve weeks', async () => {
    const [summary] = await projects()
    const whole = await project(summary?.id ?? '')
    expect(projectSchema.strict().parse(whole)).toEqual(whole)
    expect(whole).toMatchObject({ id: summary?.id, price_from: summary?.price_from })
    expect(whole.raw_data).toMatchObject({ is_demo: true, country_name: expect.any(String) })
    expect(whole.batches).toHaveLength(whole.batch_count)
    expect(whole.weeklyPurchases).toHaveLength(12)
    expect(whole.weeklyPurchases.some(({ purchased_kg }) => purchased_kg > 0)).toBe(true)
  })

  it('without a description has a general one of its scene, until somebody describes it', async () => {
    const wind = (await projects()).find(({ scene }) => scene === 'wind')
    const id = wind?.id ?? ''
    expect(await project(id)).toMatchObject({
      is_described: false,
      description: `${textIn('en', 'project_works_wind')}\n${textIn('en', 'project_effects_wind')}`,
    })
    const writeText = (description: string) =>
      editProject(test.services.db, id, { description }, async () => undefined)
    await writeText('Nine turbines.')
    const described = { is_described: true, description: 'Nine turbines.' }
    await expect.poll(() => project(id)).toMatchObject(described)
    await writeText('')
    await expect.poll(() => project(id)).toMatchObject({ is_described: false })
  })

  it('without sales has twelve weeks of zero', async () => {
    const untouched = (await projects()).find(({ batch_count }) => batch_count === 0)
    const { weeklyPurchases } = await project(untouched?.id ?? '')
    expect(weeklyPurchases.map(({ purchased_kg }) => purchased_kg)).toEqual(Array(12).fill(0))
  })

  it('counts a completed purchase in this week, and no reservation', async () => {
    const batch = await issueTestBatch(test.services.db, { kg: 500 })
    await reader.buyByCard(batch, 30)
    const order = cardOrder(batch, 70, await reader.cardToken())
    await reader.reserve(order, { key: randomUUID() })
    const whole = await project(batch.projectId)
    expect(whole).toMatchObject({ total_kg: 500, available_kg: 400 })
    expect(whole.batches).toMatchObject([{ kg_available: 400, amount_kg: 500 }])
    expect(whole.weeklyPurchases.at(-1)?.purchased_kg).toBe(30)
    expect(whole.weeklyPurchases.at(-2)?.purchased_kg).toBe(0)
  })

  it.each([randomUUID(), 'nothing', 'a'.repeat(150)])('%s is not found', async (id) => {
    const answer = await reader.get(`/api/projects/${id}`)
    expect(answer.status).toBe(404)
    expect(answer.body).toMatchObject({ code: 'project_not_found', error: 'No project found.' })
  })
})

describe('featured projects', () => {
  it('are the country’s own, each with a batch in stock', async () => {
    const turkish = (await reader.get('/api/projects/featured?country=TR')).body
    expect(turkish.length).toBeGreaterThan(3)
    for (const each of turkish) {
      expect(featuredProject.strict().parse(each)).toEqual(each)
      expect(each.country).toBe('TR')
      expect(each.preferred_batch.kg_available).toBeGreaterThan(100_000)
      expect(each.preferred_batch.project_id).toBe(each.id)
    }
  })

  it('are the worldwide ones where a country has none', async () => {
    const worldwide = (await reader.get('/api/projects/featured?country=WW')).body
    expect(worldwide.length).toBeGreaterThan(3)
    for (const country of ['IT', 'XX', '']) {
      expect((await reader.get(`/api/projects/featured?country=${country}`)).body).toEqual(
        worldwide,
      )
    }
  })

  it('are those of the user’s own country where none is named', async () => {
    const british = (await reader.get('/api/projects/featured?country=gb')).body
    expect((await reader.get('/api/projects/featured')).body).toEqual(british)
    expect(british[0].preferred_batch.currency).toBe('GBP')
  })
})

describe('batches', () => {
  it('are all there, sold-out ones with nothing left', async () => {
    const all = await batches()
    expect(all.length).toBeGreaterThanOrEqual(398)
    for (const batch of all) expect(batchSchema.strict().parse(batch)).toEqual(batch)
    expect(all.filter(({ kg_available }) => kg_available === 0).length).toBeGreaterThan(5)
    const [first] = all
    expect((await reader.get(`/api/batches/${first?.id}`)).body).toEqual(first)
  })

  it('have pages too', async () => {
    const all = await batches()
    const first = await reader.get('/api/batches?limit=100')
    const path = /^<([^>]+)>/.exec(first.headers.get('link') ?? '')?.[1] ?? ''
    const second = await reader.get(path)
    expect([...first.body, ...second.body]).toEqual(all.slice(0, 200))
  })

  it.each([randomUUID(), 'nothing'])('%s is not found', async (id) => {
    const answer = await reader.get(`/api/batches/${id}`)
    expect(answer.status).toBe(404)
    expect(answer.body.code).toBe('batch_not_found')
  })
})

describe('a reader who changed nothing lately', () => {
  it('gets the answer to their own query, whatever others request meanwhile', async () => {
    const { db } = test.services
    const rowsOf = (page: Awaited<ReturnType<typeof listProjects | typeof listBatches>>) =>
      'rows' in page ? page.rows : page
    const second = /^<([^>]+)>/.exec(
      (await reader.get('/api/projects?limit=2')).headers.get('link') ?? '',
    )?.[1]
    const all = await batches()
    const [one] = all
    const other = all.find(({ project_id }) => project_id !== one?.project_id)
    const expected: Readonly<Record<string, unknown>> = {
      [`${second}`]: (await projects()).slice(2, 4),
      '/api/projects?limit=2': rowsOf(await listProjects(db, { limit: 2 })),
      '/api/projects?limit=3': rowsOf(await listProjects(db, { limit: 3 })),
      '/api/projects?q=wind': rowsOf(await listProjects(db, { q: 'wind' })),
      '/api/projects?q=solar': rowsOf(await listProjects(db, { q: 'solar' })),
      '/api/projects?type=Wind': rowsOf(await listProjects(db, { type: 'Wind' })),
      '/api/projects?status=Listed': rowsOf(await listProjects(db, { status: 'Listed' })),
      '/api/projects?registry=gs': rowsOf(await listProjects(db, { registry: 'gs' })),
      '/api/projects/featured?country=TR': await listFeaturedProjects(db, 'TR'),
      '/api/projects/featured?country=WW': await listFeaturedProjects(db, 'WW'),
      '/api/projects/featured': await listFeaturedProjects(db, 'GB'),
      '/api/batches?limit=2': rowsOf(await listBatches(db, { limit: 2 })),
      '/api/batches?limit=3': rowsOf(await listBatches(db, { limit: 3 })),
      [`/api/projects/${one?.project_id}`]: await readProject(db, one?.project_id ?? ''),
      [`/api/projects/${other?.project_id}`]: await readProject(db, other?.project_id ?? ''),
      [`/api/batches/${one?.id}`]: await readBatch(db, one?.id ?? ''),
      [`/api/batches/${other?.id}`]: await readBatch(db, other?.id ?? ''),
    }
    const bodies = Object.values(expected).map((body) => JSON.stringify(body))
    expect(new Set(bodies).size).toBe(17)
    await passMinute(db)
    const answers = await Promise.all(Object.keys(expected).map((path) => reader.get(path)))
    expect(answers.map(({ body }) => JSON.stringify(body))).toEqual(bodies)
  })

  it('sees the purchase of another user within a second, and its buyer sees it at once', async () => {
    const [project] = (await reader.get('/api/projects/featured?country=GB')).body
    const batch: Batch = project.preferred_batch
    const paths = [
      ...['/api/projects', '/api/projects/featured?country=GB', `/api/projects/${project.id}`],
      ...['/api/batches', `/api/batches/${batch.id}`],
    ]
    const left = (person: Person) =>
      Promise.all(
        paths.map(async (path) => {
          const found = [(await person.get(path)).body].flat()
          const { available_kg, kg_available = available_kg } = found.find(
            ({ id }: { id: string }) => id === project.id || id === batch.id,
          )
          return kg_available
        }),
      )
    const buyer = await new Person(test.url).signIn()
    await passMinute(test.services.db)
    const before = await left(reader)
    expect(await left(buyer)).toEqual(before)
    await buyer.buyByCard(batch, 100)
    const after = before.map((kg) => kg - 100)
    expect(await left(buyer)).toEqual(after)
    await new Promise((resolve) => setTimeout(resolve, 1_000))
    expect(await left(reader)).toEqual(after)
  })
})
