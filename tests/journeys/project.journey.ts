// Walks one project and the featured ones in a browser (docs/product.md#catalogue).

import type { Batch, Project, ProjectSummary } from '#features/catalogue/catalogue-calls.ts'
import { changeOffer } from '#features/catalogue/offers/change-offer.ts'
import {
  becomeMember,
  enter,
  expect,
  expectAccessible,
  openLive,
  test,
} from '#tests/support/journey.ts'

const kg = (count: number) => `${count.toLocaleString('en-GB')}\u00a0kg`

test('a project shows its scene, status in words, facts, goals by name, and links to its registry', {
  tag: '@always',
}, async ({ page, product }) => {
  const person = await becomeMember(page, product)
  const all: ProjectSummary[] = (await person.get('/api/projects/')).body
  const listed = all.find(
    (each) =>
      each.registry_name === 'Gold Standard' &&
      each.external_url !== null &&
      each.raw_data.sdgs.includes(13) &&
      each.status === 'Verified',
  )
  const project: Project = (await person.get(`/api/projects/${listed?.id}`)).body
  await page.goto(`/app/projects/${project.id}`)
  const main = page.getByRole('main')
  await expect(main.getByRole('heading', { level: 1, name: project.shown_name })).toBeVisible()
  await expect(main.getByText('Verified', { exact: true })).toBeVisible()
  await expect(main.getByText(/Independently audited and accepted by its registry/)).toBeVisible()
  const goals = main.getByRole('list', { name: 'Sustainable Development Goals' })
  await expect(goals.getByRole('listitem')).toHaveCount(project.raw_data.sdgs.length)
  await expect(goals.getByText('Climate Action')).toBeVisible()
  await expect(main.getByText(project.description.split('\n')[0] ?? '?')).toBeVisible()
  await expect(main.getByText('Demonstration: the facts come from the registry')).toBeVisible()
  await expect(main.getByText(/may be retired at their registry already/)).toBeVisible()

  const registry = main.getByRole('link', { name: `Gold Standard ${project.external_id}` })
  await expect(registry).toHaveAttribute('href', project.external_url ?? '?')
  await expect(registry).toHaveAttribute('target', '_blank')
  await expect(registry).toHaveAttribute('rel', /noopener/)
  const documents = main.getByRole('link', { name: 'Gold Standard (opens in a new tab)' })
  await expect(documents).toHaveAttribute(
    'href',
    `https://assurance-platform.goldstandard.org/project-documents/${project.external_id}`,
  )
  await expectAccessible(page)
})

test('a project with an unknown registry page says so instead of a link', async ({
  page,
  product,
}) => {
  const person = await becomeMember(page, product)
  const [first]: ProjectSummary[] = (await person.get('/api/projects/')).body
  const id = first?.id ?? '?'
  const project: Project = (await person.get(`/api/projects/${id}`)).body
  await page.route(`**/api/projects/${id}`, (route) =>
    route.fulfill({ json: { ...project, external_url: null } }),
  )
  await page.goto(`/app/projects/${id}`)
  const main = page.getByRole('main')
  await expect(
    main.getByText(`${project.registry_name} ${project.external_id} (No public page known)`),
  ).toBeVisible()
})

test('a batch shows vintage, serial number, remaining stock, and its price a kilogram and a tonne', async ({
  page,
  product,
}) => {
  const person = await becomeMember(page, product)
  const batches: Batch[] = (await person.get('/api/batches')).body
  const batch = batches.find((each) => each.kg_available > 0 && each.currency === 'GBP')
  await page.goto(`/app/projects/${batch?.project_id}`)
  const choice = page.getByRole('radio', { name: new RegExp(batch?.serial_number ?? '?') })
  await expect(choice).toBeVisible()
  const price = batch?.price_per_kg ?? 0
  for (const words of [
    `Vintage ${batch?.vintage_year}`,
    `${kg(batch?.kg_available ?? 0)} left`,
    `£${price.toFixed(4)} / kg`,
    `£${(price * 1000).toFixed(2)} a tonne`,
  ]) {
    await expect(choice).toHaveAccessibleName(new RegExp(words.replace(/[/.£]/g, '.')))
  }
  // A project with few enough batches that all of them are shown.
  const siblingsOf = (id: string) => batches.filter((each) => each.project_id === id)
  const soldOut = batches.find(
    (each) => each.kg_available === 0 && siblingsOf(each.project_id).length < 6,
  )
  await page.goto(`/app/projects/${soldOut?.project_id}`)
  const gone = page.getByRole('radio', { name: new RegExp(soldOut?.serial_number ?? '?') })
  await expect(gone).toBeDisabled()
  await expect(gone).toHaveAccessibleName(/Sold out/)
  await expectAccessible(page)
})

test('the weekly chart has 5 ticks, bars of at least 6 px, none for a zero week, and a table', async ({
  page,
  product,
}) => {
  const person = await becomeMember(page, product)
  const [one]: ProjectSummary[] = (await person.get('/api/projects/')).body
  const sold = [0, 0, 1, 0, 0, 0, 5_000, 0, 0, 0, 0, 20_000]
  await page.route(`**/api/projects/${one?.id}`, async (route) => {
    const answer = await route.fetch()
    const project: Project = await answer.json()
    const weeklyPurchases = project.weeklyPurchases.map(({ week }, index) => ({
      week,
      purchased_kg: sold[index],
    }))
    await route.fulfill({ response: answer, json: { ...project, weeklyPurchases } })
  })
  for (const width of [360, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    await openLive(page, `/app/projects/${one?.id}`)
    await page.getByRole('heading', { name: 'Bought each week' }).scrollIntoViewIfNeeded()
    const figure = page.getByRole('figure')
    const top = figure.locator('.weekly-tick').last()
    await expect(top).toHaveText(kg(20_000))
    for (const tick of ['0', '5,000', '10,000', '15,000']) {
      await expect(figure.getByText(tick, { exact: true })).toBeVisible()
    }
    expect(await figure.locator('.weekly-tick').count()).toBe(5)
    const bars = figure.locator('rect')
    await expect(bars).toHaveCount(3)
    await expect
      .poll(async () => (await bars.first().boundingBox())?.height ?? 0)
      .toBeGreaterThanOrEqual(5.99)
    expect((await bars.first().boundingBox())?.height).toBeLessThan(7)
  }
  await page.getByText('Show as a table').click()
  const rows = page.getByRole('figure').getByRole('row')
  await expect(rows).toHaveCount(13)
  await expect(rows.last()).toContainText(kg(20_000))
  await expect(rows.nth(1)).toContainText(kg(0))
  await expectAccessible(page)
})

test('bars wait 50 ms before they grow', async ({ page, product }) => {
  const person = await becomeMember(page, product)
  const all: ProjectSummary[] = (await person.get('/api/projects/')).body
  const one = all.find((each) => each.available_kg < each.total_kg && each.available_kg > 0)
  // Reads the animation's delay while the bars have not grown yet, so that a slow machine changes
  // nothing.
  await page.addInitScript(`
    window.waits = []
    const { setTimeout } = window
    window.setTimeout = (work, ms, ...rest) => {
      const bar = document.querySelector('figure rect')
      if (bar !== null && !bar.classList.contains('weekly-bar-grown')) window.waits.push(ms)
      return setTimeout(work, ms, ...rest)
    }
  `)
  await page.goto(`/app/projects/${one?.id}`)
  await expect(page.locator('figure rect').first()).toHaveClass(/weekly-bar-grown/)
  expect(await page.evaluate('window.waits')).toContain(50)
})

test('a project without sales says that there is no purchase activity yet', async ({
  page,
  product,
}) => {
  const person = await becomeMember(page, product)
  const all: ProjectSummary[] = (await person.get('/api/projects/')).body
  const unsold = all.find((each) => each.batch_count === 0)
  await page.goto(`/app/projects/${unsold?.id}`)
  await expect(page.getByText('No purchase activity yet.')).toBeVisible()
  await expect(page.getByText('No batches are on sale yet.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Buy Offsets' })).toBeHidden()
  await expect(page.getByRole('figure')).toHaveCount(0)
  await expectAccessible(page)
})

test('a failed project shows its sentence and loads on Retry; an unknown one says that it does not exist', async ({
  page,
  product,
  expectedConsole,
}) => {
  expectedConsole.push(/Failed to load resource/)
  const person = await becomeMember(page, product)
  const [one]: ProjectSummary[] = (await person.get('/api/projects/')).body
  const call = `**/api/projects/${one?.id}`
  await page.route(call, (route) => route.fulfill({ status: 500, json: {} }))
  await page.goto(`/app/projects/${one?.id}`)
  await expect(page.getByText('Could not load project.')).toBeVisible()
  await page.unroute(call)
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByRole('heading', { level: 1, name: one?.shown_name ?? '?' })).toBeVisible()
  await page.goto('/app/projects/nothing')
  await expect(page.getByRole('main').getByText('No project found.').last()).toBeVisible()
})

test('home features the projects of the calling code’s country', async ({ page, product }) => {
  const person = await enter(page, product)
  const own: ProjectSummary[] = (await person.get('/api/projects/featured?country=GB')).body
  const world: ProjectSummary[] = (await person.get('/api/projects/featured?country=AQ')).body
  expect(own.map(({ id }) => id)).not.toEqual(world.map(({ id }) => id))
  const section = page.getByRole('region', { name: 'Featured projects' })
  await expect(section.getByRole('article')).toHaveCount(Math.min(6, own.length))
  await expect(section.getByRole('article').first()).toContainText(own[0]?.shown_name ?? '?')
})

test('featured projects report a failure; no projects and a 404 are an empty list', async ({
  page,
  product,
  expectedConsole,
}) => {
  expectedConsole.push(/Failed to load resource/)
  const call = '**/api/projects/featured*'
  await page.route(call, (route) => route.fulfill({ status: 500, json: {} }))
  await enter(page, product)
  const section = page.getByRole('region', { name: 'Featured projects' })
  await expect(section.getByText('Could not load featured projects.')).toBeVisible()
  for (const answer of [{ status: 404, json: { code: 'not_found' } }, { json: [] }]) {
    await page.unroute(call)
    await page.route(call, (route) => route.fulfill(answer))
    await page.reload()
    await expect(section.getByText('No featured projects for your region.')).toBeVisible()
  }
  await expectAccessible(page)
})

test('a withdrawn batch is marked on its project’s page, and cannot be bought', async ({
  page,
  product,
  db,
}) => {
  const person = await becomeMember(page, product)
  const all: Batch[] = (await person.get('/api/batches')).body
  const counts = Map.groupBy(all, (each) => each.project_id)
  const batch = all.find(
    (each) => each.kg_available > 0 && (counts.get(each.project_id) ?? []).length === 1,
  )
  const serial = batch?.serial_number ?? '?'
  await changeOffer(db, serial, 'withdrawn', 'The registry asks for it.')
  await page.goto(`/app/projects/${batch?.project_id}`)
  const choice = page.getByRole('radio', { name: new RegExp(serial) })
  await expect(choice).toBeDisabled()
  const main = page.getByRole('main')
  await expect(main.getByText('No longer offered')).toBeVisible()
  await expect(main.getByRole('button', { name: 'Buy Offsets' })).toHaveCount(0)
  await expectAccessible(page)
  await changeOffer(db, serial, 'offered', 'The registry allows it again.')
})
